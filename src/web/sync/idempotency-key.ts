/** Returns a random key. `crypto.randomUUID` doesn't exist on pages served over plain http by another computer. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

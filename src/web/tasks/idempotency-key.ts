/** A key nobody else has. `crypto.randomUUID` is missing where the page comes by plain http from another computer. */
export function newIdempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

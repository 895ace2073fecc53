const RATE = 8000

/**
 * Returns a WAV file (RIFF, one channel of 16-bit PCM) whose samples are all equal.
 * @param level each sample, from 0 to 1 of full scale
 * @param seconds the length
 */
export function steadySound(level: number, seconds: number): Buffer {
  const samples = Buffer.from(new Int16Array(RATE * seconds).fill(Math.round(level * 32_767)).buffer)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}

import { ApiError } from './api.ts'

/** The time after which a request without a response counts as lost, in ms. A stalled connection never fails. */
const ANSWER_MS_MAX = 20_000

/** Rejects like a lost request if there is no response in time. */
export async function inTime<T>(asking: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new ApiError(0, 'The server didn’t respond in time.', null)),
      ANSWER_MS_MAX,
    )
  })
  try {
    return await Promise.race([asking, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

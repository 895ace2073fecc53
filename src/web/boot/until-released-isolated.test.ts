import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let page = new EventTarget()
let replaced = vi.fn<() => void>()
let endPress = (): void => undefined

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const module = await import('./until-released.ts')
  endPress = module.endPress
  replaced = vi.fn<() => void>()
  fire('pointerdown')
  void module.untilReleased().then(replaced)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function fire(type: string): void {
  page.dispatchEvent(new Event(type))
}

test('a placeholder stays until the click that follows a tap has reached it', async () => {
  await vi.advanceTimersByTimeAsync(1000)
  fire('pointerup')
  await vi.advanceTimersByTimeAsync(100)
  expect(replaced).not.toHaveBeenCalled()
  fire('click')
  expect(replaced).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(0)
  expect(replaced).toHaveBeenCalledOnce()
})

test('a placeholder is replaced after a release that causes no click', async () => {
  fire('pointerup')
  await vi.advanceTimersByTimeAsync(400)
  expect(replaced).toHaveBeenCalledOnce()
})

test('a placeholder stays while a second press follows a release', async () => {
  fire('pointerup')
  await vi.advanceTimersByTimeAsync(200)
  fire('pointerdown')
  await vi.advanceTimersByTimeAsync(1000)
  expect(replaced).not.toHaveBeenCalled()
})

test.each(['a scroll', 'a drag'])(
  'a placeholder is replaced as soon as a press turns into %s',
  async (end) => {
    if (end === 'a drag') endPress()
    else fire('pointercancel')
    await vi.advanceTimersByTimeAsync(0)
    expect(replaced).toHaveBeenCalledOnce()
  },
)

test('a placeholder is replaced while a native menu is open, which can swallow the release', async () => {
  fire('contextmenu')
  await vi.advanceTimersByTimeAsync(0)
  expect(replaced).toHaveBeenCalledOnce()
})

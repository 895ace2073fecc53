import type { Page } from '@playwright/test'

import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts'
import { gainsOf, hear, pressMediaKey, tapAudio } from '../support/audio-tap.ts'
import { openBoard } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { steadySound } from '../support/steady-sound.ts'

const SEEDS = [{ title: 'Redline the contract' }]

test.beforeEach(async ({ context, page }) => {
  await tapAudio(context)
  await openBoard(page, SEEDS)
})

const bar = (page: Page) => page.getByRole('region', { name: 'Focus Mode' })
const active = (page: Page) => bar(page).getByText('Active', { exact: true })
const play = (page: Page) => bar(page).getByRole('button', { name: 'Play focus audio' })
const pause = (page: Page) => bar(page).getByRole('button', { name: 'Pause focus audio' })
const openPanel = (page: Page) => bar(page).getByRole('button', { name: 'Focus Mode' }).click()
const step = (page: Page, band: string, name: string) =>
  page.getByRole('radiogroup', { name: `${band} level` }).getByRole('radio', { name })
const choosePreset = (page: Page, name: string) =>
  bar(page).getByRole('button', { name, exact: true }).click()
const volume = (page: Page) => bar(page).getByRole('slider', { name: 'Master volume' })

/** Records the sound files that the page requests. */
function watchFetches(page: Page): string[] {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/audio/')) paths.push(pathname)
  })
  return paths
}

test('a preset plays its bands without a gap, at level times volume, in every view', async ({ page }) => {
  const fetched = watchFetches(page)
  await openPanel(page)
  await expect(play(page)).toBeDisabled()
  await choosePreset(page, 'Deep Work')
  await expect(active(page)).toBeVisible()
  await expect.poll(() => gainsOf(page)).toEqual([0.42, 0.7])
  await expect.poll(async () => (await hear(page)).contexts).toEqual(['running'])
  const { loops } = await hear(page)
  for (const loop of loops) expect(loop).toMatchObject({ start: 0.25, end: 32.25, channels: 2 })
  for (const { seconds, end } of loops) expect(seconds).toBeGreaterThan(end)
  await expect.poll(async () => (await hear(page)).peak, 'something is heard').toBeGreaterThan(0.05)
  const files = ['/audio/beta.mp3', '/audio/gamma.mp3', '/audio/silence.mp3']
  await expect.poll(() => fetched.toSorted()).toEqual(files)

  await page.getByRole('tab', { name: 'Timeline' }).click()
  await expect(active(page)).toBeVisible()
  await step(page, 'Beta', 'Off').click()
  await step(page, 'Theta', 'Low').click()
  await expect(bar(page).getByRole('button', { name: 'Deep Work' })).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => gainsOf(page)).toEqual([0.21, 0.42])
  await volume(page).press('End')
  await expect(volume(page)).toHaveAttribute('aria-valuetext', '100%')
  await expect.poll(() => gainsOf(page)).toEqual([0.3, 0.6])
  const { fades } = await hear(page)
  expect(fades).not.toEqual([])
  for (const seconds of fades) {
    expect(seconds).toBeGreaterThanOrEqual(0.05)
    expect(seconds).toBeLessThanOrEqual(0.25)
  }

  await step(page, 'Theta', 'Off').click()
  await step(page, 'Gamma', 'Off').click()
  await expect(active(page)).toBeHidden()
  await expect(play(page)).toBeDisabled()
  await expect.poll(async () => (await hear(page)).contexts).toEqual(['suspended'])
})

/** Sets all four bands to High, listens for a few seconds and returns the greatest sample. */
async function hearAllAtFull(page: Page, seconds: number): Promise<number> {
  await openPanel(page)
  for (const band of ['Theta', 'Alpha', 'Beta', 'Gamma']) await step(page, band, 'High').click()
  await volume(page).press('End')
  await play(page).click()
  await expect.poll(() => gainsOf(page)).toEqual([1, 1, 1, 1])
  await hear(page)
  let [heard, peak] = [0, 0]
  const listen = async () => {
    const sound = await hear(page)
    heard += sound.seconds
    peak = Math.max(peak, sound.peak)
    return heard
  }
  await expect.poll(listen).toBeGreaterThan(seconds)
  return peak
}

test('four bands at High don’t clip, and pausing suspends the device', async ({ page }) => {
  const peak = await hearAllAtFull(page, 4)
  expect(peak).toBeGreaterThan(0.5)
  expect(peak).toBeLessThan(1)
  await pause(page).click()
  await expect(active(page)).toBeHidden()
  await expect.poll(async () => (await hear(page)).contexts).toEqual(['suspended'])
  await play(page).click()
  await expect.poll(async () => (await hear(page)).contexts).toEqual(['running'])
})

test('bands far over full scale are limited', async ({ page }) => {
  // The peak of the real bands depends on their phases. These sounds are always equally loud.
  await page.route('**/audio/*.mp3', (route) =>
    route.fulfill({ body: steadySound(0.4, 33), contentType: 'audio/wav' }),
  )
  const peak = await hearAllAtFull(page, 1)
  expect(peak).toBeGreaterThan(0.7)
  expect(peak).toBeLessThan(0.76)
})

test('the mix survives a reload and plays only on request', async ({ page }) => {
  await openPanel(page)
  await choosePreset(page, 'Recovery')
  await volume(page).press('ArrowLeft')
  await expect(active(page)).toBeVisible()
  // Watches from the first request of the reloaded page.
  await page.reload({ waitUntil: 'commit' })
  const fetched = watchFetches(page)
  await openPanel(page)
  await expect(step(page, 'Theta', 'High')).toBeChecked()
  await expect(step(page, 'Alpha', 'Medium')).toBeChecked()
  await expect(volume(page)).toHaveAttribute('aria-valuetext', '69%')
  await expect(bar(page).getByRole('button', { name: 'Recovery' })).toHaveAttribute('aria-pressed', 'true')
  await expect(active(page)).toBeHidden()
  expect((await hear(page)).contexts).toEqual([])
  expect(fetched).toEqual([])
  await play(page).click()
  await expect.poll(() => gainsOf(page)).toEqual([0.41, 0.69])
})

test.describe('with missing files', () => {
  test.use({ expectedConsoleErrors: /Failed to load resource/ })

  test('the button is shown as paused after one warning, and plays when the files are back', async ({
    page,
  }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      // The browser warns about the recorder's deprecated API, and Playwright about the service worker that it blocks.
      const isOurs =
        message.type() === 'warning' && !/ScriptProcessorNode|blocked by Playwright/.test(message.text())
      if (isOurs) warnings.push(message.text())
    })
    await page.route('**/audio/*.mp3', (route) => route.fulfill({ status: 503 }))
    await openPanel(page)
    await choosePreset(page, 'Deep Work')
    await expect.poll(() => warnings.length).toBeGreaterThan(0)
    await expect(play(page)).toBeEnabled()
    await expect(active(page)).toBeHidden()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(warnings).toEqual([
      expect.stringContaining('Couldn’t load focus audio: /audio/beta.mp3, /audio/gamma'),
    ])

    await page.unroute('**/audio/*.mp3')
    await play(page).click()
    await expect(active(page)).toBeVisible()
    await expect.poll(() => gainsOf(page)).toEqual([0.42, 0.7])
    expect(warnings).toHaveLength(1)
  })
})

test('only the tab that started last plays, and media keys play and pause', async ({ page, context }) => {
  await openPanel(page)
  await choosePreset(page, 'Priming')
  await expect(active(page)).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(play(other)).toBeEnabled()
  await play(other).click()
  await expect(active(other)).toBeVisible()
  await expect(play(page)).toBeVisible()
  await expect.poll(async () => (await hear(page)).contexts).toEqual(['suspended'])

  await pressMediaKey(other, 'pause')
  await expect(play(other)).toBeVisible()
  await pressMediaKey(page, 'play')
  await expect(active(page)).toBeVisible()
  expect(await page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Priming')
  await openPanel(other)
  await step(other, 'Theta', 'Low').click()
  await expect(step(page, 'Theta', 'Low')).toBeChecked()
  await expect.poll(() => gainsOf(page)).toEqual([0.21, 0.21])
})

test('the panel is accessible, even on the smallest screen', { tag: '@narrow' }, async ({ page }) => {
  await play(page).click({ force: true })
  await expect(page.getByRole('tooltip')).toHaveText('Choose a level first')
  await openPanel(page)
  await step(page, 'Beta', 'Off').focus()
  for (const name of ['Low', 'Medium']) {
    // The radio group needs a key that stays down for a moment, as a real one does.
    await page.keyboard.down('ArrowRight')
    await expect(step(page, 'Beta', name)).toBeChecked()
    await page.keyboard.up('ArrowRight')
  }
  await page.getByRole('button', { name: 'About Beta' }).click()
  const about = page.getByRole('tooltip')
  await expect(about).toContainText('Beta is for concentration and deep work.')
  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await play(page).click()
  await expect(active(page)).toBeVisible()
  await expectAccessible(page, active(page))
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(() => animations(page), 'animations with motion').not.toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await expect.poll(() => animations(page), 'animations with reduced motion').toBe(0)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  await bar(page).getByRole('button', { name: 'Focus Mode' }).click()
  await expect(bar(page).getByRole('radiogroup')).toHaveCount(0)
  await expect(active(page)).toBeVisible()
})

test('a tooltip opened by a click stays open while the page scrolls, until Escape, a click outside or a focus change', async ({
  page,
}) => {
  const width = page.viewportSize()?.width ?? 0
  await page.setViewportSize({ width, height: 500 })
  await openPanel(page)
  const help = page.getByRole('button', { name: 'About Beta' })
  const about = page.getByRole('tooltip')
  await help.click()
  await expect(about).toContainText('Beta is for concentration and deep work.')
  await expect.poll(() => page.evaluate(() => (scrollTo(0, 60), scrollY)), 'how far it is scrolled').toBe(60)
  await page.mouse.move(1, 1)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(about).toContainText('Beta is for concentration and deep work.')

  await page.keyboard.press('Escape')
  await expect(about).toBeHidden()
  await help.click()
  await expect(about).toBeVisible()
  await page.mouse.click(1, 1)
  await expect(about).toBeHidden()
  await help.click()
  await expect(about).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(about).toBeHidden()
})

function animations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().length)
}

import { writeFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { band, card, openBoard, storedAt } from '../support/board-page.ts'
import { expect, test } from '../support/browser-test.ts'
import { untilDraggable } from '../support/drag.ts'
import { storedFiles, testFile } from '../support/attach-files.ts'

type Dragged = { files: string[] } | { items: { mimeType: string; data: string }[] }

/** Drags files or text from outside the browser onto an element, and drops them there after `check`. */
async function dragFromOutside(page: Page, onto: Locator, dragged: Dragged, check: () => Promise<void>) {
  await onto.scrollIntoViewIfNeeded()
  const box = await onto.boundingBox()
  if (!box) throw new Error('The drop target is not visible.')
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], dragOperationsMask: 1, ...dragged }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at, data })
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at, data })
  await check()
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at, data })
  await session.detach()
}

/** Returns the label that shows the effect of a drop on an element. */
function dropLabel(place: Locator): Promise<string> {
  return place.evaluate((element) => getComputedStyle(element, '::after').content)
}

test('a file dropped on a card is attached to it', async ({ page }, testInfo) => {
  const [task] = await openBoard(page, [{ title: 'Renew the contract' }, { title: 'Payroll' }])
  await untilDraggable(page)
  const path = testInfo.outputPath('contract.txt')
  await writeFile(path, 'signed')
  const place = page.getByRole('listitem').filter({ has: card(page, 'Renew the contract') })
  await dragFromOutside(page, card(page, 'Renew the contract'), { files: [path] }, async () => {
    await expect.poll(() => dropLabel(place)).toBe('"Attach to Renew the contract"')
  })
  await expect(place.getByText('1 attachment')).toBeAttached()
  await expect(page.getByText('contract.txt is attached.')).toBeAttached()
  await expect.poll(() => dropLabel(place)).toBe('none')
  await expect.poll(() => storedFiles(page, task?.id ?? 0)).toEqual([['contract.txt', 6]])
  // Next to the cards, the browser's default is to open the file.
  await dragFromOutside(
    page,
    page.getByRole('heading', { level: 2 }).first(),
    { files: [path] },
    async () => undefined,
  )
  await expect(card(page, 'Payroll')).toBeVisible()
})

/** Resolves to whether the page handles the next dragover, so that the browser doesn't open the dropped item. */
function nextPrevented(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const listen = (event: DragEvent) =>
          resolve(event.defaultPrevented && event.dataTransfer?.dropEffect === 'none')
        addEventListener('dragover', listen, { once: true })
      }),
  )
}

test('a file or link dropped where nothing accepts it is ignored', async ({ page }, testInfo) => {
  const path = testInfo.outputPath('contract.txt')
  await writeFile(path, 'signed')
  const ignores = async (place: Locator) => {
    const link = { mimeType: 'text/uri-list', data: 'https://example.com/' }
    for (const dragged of [{ files: [path] }, { items: [link] }]) {
      const isPrevented = nextPrevented(page)
      await dragFromOutside(page, place, dragged, async () => undefined)
      expect(await isPrevented).toBe(true)
    }
  }
  await page.goto('/api/login')
  await ignores(page.getByText('Your tasks stay on this server.'))
  await openBoard(page, [{ title: 'Renew the contract' }])
  await untilDraggable(page)
  for (const view of ['Timeline', 'Completed', 'Priority View']) {
    await page.getByRole('tab', { name: view }).click()
    await expect(page.getByRole('tabpanel', { name: view })).toBeVisible()
    await ignores(page.getByRole('banner'))
  }
})

test('the menu of a card attaches a file with the keyboard', { tag: '@narrow' }, async ({ page }) => {
  const [task] = await openBoard(page, [{ title: 'Renew the contract' }])
  await page.getByRole('button', { name: 'Drag to change priority: Renew the contract' }).press('Enter')
  const item = page.getByRole('menuitem', { name: 'Attach a file…' })
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), item.press('Enter')])
  await chooser.setFiles(testFile('contract.txt', 'signed'))
  await expect.poll(() => storedFiles(page, task?.id ?? 0)).toEqual([['contract.txt', 6]])
})

test('the palette attaches a file to the chosen task', async ({ page }) => {
  const [task] = await openBoard(page, [{ title: 'Renew the contract' }])
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search tasks and commands' })).toBeFocused()
  await page.keyboard.type('attach a file')
  await expect(page.getByRole('option', { name: /Attach a file/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: /Renew the contract/ })).toBeVisible()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles(testFile('contract.txt', 'signed'))
  await expect.poll(() => storedFiles(page, task?.id ?? 0)).toEqual([['contract.txt', 6]])
})

test('text or a link dropped on a level opens the new-task line there', async ({ page }) => {
  await openBoard(page, [{ title: 'Renew the contract', priority: 2 }])
  await untilDraggable(page)
  const items = [{ mimeType: 'text/plain', data: 'Call the\n  caterer' }]
  const line = page.locator('[data-quick-add] textarea, [data-quick-add] input')
  await dragFromOutside(page, card(page, 'Renew the contract'), { items }, async () => {
    await expect.poll(() => dropLabel(band(page, 2).locator('[data-drop-here]'))).toBe('"Add to level 2"')
  })
  await expect(line).toHaveValue('Call the caterer')
  await expect(line).toBeFocused()
  // Enter does nothing until the new-task line has loaded.
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(card(band(page, 2), 'Call the caterer')).toBeVisible()
  await expect.poll(() => storedAt(page, 2)).toContain('Call the caterer')
})

test('dropping text while a line is open keeps the last letters typed into that line', async ({ page }) => {
  // Delays storing the line's text until the line closes, as if the drop came right after the last key.
  await page.addInitScript((ofDrafts) => {
    const start = window.setTimeout.bind(window)
    const late = (run: TimerHandler, ms?: number, ...more: unknown[]) =>
      start(run, ms === ofDrafts ? 1e9 : ms, ...more)
    Object.assign(window, { setTimeout: late })
  }, 300)
  await openBoard(page, [{ title: 'Renew the contract', priority: 2 }])
  await untilDraggable(page)
  const line = band(page, 2).getByRole('textbox', { name: 'Task', exact: true })
  await band(page, 2).getByRole('button', { name: 'Add a task to level 2' }).click()
  await expect(page.getByRole('list', { name: 'What will be saved' })).toBeVisible()
  await line.fill('Order badges')
  const items = [{ mimeType: 'text/plain', data: 'Call the caterer' }]
  await dragFromOutside(page, card(page, 'Renew the contract'), { items }, async () => undefined)
  await expect(line).toHaveValue('Call the caterer')
  await line.press('Enter')
  await expect(line).toHaveValue('Order badges')
})

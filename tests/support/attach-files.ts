import { readFile } from 'node:fs/promises'

import type { CDPSession, Locator, Page } from '@playwright/test'

import type { Attachment } from '#domain/attachments/attachment.ts'

import { attachmentPath } from './attachments.ts'

/** A file in the form that `setInputFiles` expects. */
export type TestFile = { name: string; mimeType: string; buffer: Buffer }

/** Returns a file with this text, or with a number of bytes of a pattern that repeats only every 64 KiB. */
export function testFile(name: string, content: string | number): TestFile {
  const bytes =
    typeof content === 'string'
      ? Buffer.from(content)
      : Buffer.from(Uint8Array.from({ length: content }, (_, i) => (i * 31 + (i >> 8) * 17) % 256))
  return { name, mimeType: 'application/octet-stream', buffer: bytes }
}

/** Returns a form's file button. */
export function fileButton(form: Locator): Locator {
  return form.getByLabel(/^Drop files here or choose/)
}

/** Returns the rows of a form's file list that contain the given name. */
export function fileRow(form: Locator, name: string): Locator {
  return form
    .getByRole('group', { name: /^Attachments/ })
    .getByRole('listitem')
    .filter({ hasText: name })
}

/** Drops local files or folders onto an element, as from a file manager. */
export async function dropFiles(page: Page, onto: Locator, paths: string[]): Promise<void> {
  await onto.scrollIntoViewIfNeeded()
  const box = await onto.boundingBox()
  if (!box) throw new Error('The drop target is not visible.')
  const at = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 20) }
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...at, data })
  }
  await session.detach()
}

/** Pastes a file into an element, with other formats of the same content, as browsers do for copied images and cells. */
export async function pasteFile(
  into: Locator,
  file: TestFile,
  formats: Record<string, string> = {},
): Promise<void> {
  await into.evaluate(
    (element, { name, type, bytes, formats }) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([Uint8Array.from(bytes)], name, { type }))
      for (const [format, text] of Object.entries(formats)) clipboardData.setData(format, text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { name: file.name, type: file.mimeType, bytes: [...file.buffer], formats },
  )
}

/** Slows down uploads until the returned function is called. */
export async function slowDown(page: Page, bytesPerSecond: number): Promise<() => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await set(bytesPerSecond)
  return async () => void (await set(-1))
}

/** Returns the stored files of a task on the server: name and size. */
export async function storedFiles(page: Page, taskId: number): Promise<[name: string, size: number][]> {
  const response = await page.request.get(attachmentPath(taskId))
  return ((await response.json()) as Attachment[]).map(({ name, size }) => [name, size])
}

/** Returns the file that a click on a link saves: the suggested name and the bytes. */
export async function download(page: Page, link: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** An image of one pixel. */
export function testPicture(name: string): TestFile {
  const bytes = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  return { name, mimeType: 'image/png', buffer: bytes }
}

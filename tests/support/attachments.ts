import { existsSync, readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'

import type { Attachment } from '#domain/attachment.ts'

import type { Client, TestApp } from './build-app.ts'

/** The path of an attachment, or of the list of a task's attachments. */
export function attachmentPath(taskId: number, name?: string): string {
  const list = `/api/tasks/${taskId}/attachments`
  return name === undefined ? list : `${list}/${encodeURIComponent(name)}`
}

/** Uploads a file through the API; its bytes are 'hello' unless told. */
export async function attach(
  client: Client,
  taskId: number,
  name: string,
  bytes: string | Uint8Array = 'hello',
): Promise<Attachment> {
  const response = await client.put(attachmentPath(taskId, name), bytes)
  if (response.statusCode !== 201) {
    throw new Error(`uploading answered ${response.statusCode}: ${response.body}`)
  }
  return response.json<Attachment>()
}

/** The stored files of a task, as the API answers them. */
export async function readAttachments(client: Client, taskId: number): Promise<Attachment[]> {
  return (await client.get(attachmentPath(taskId))).json<Attachment[]>()
}

/** The names of everything that lies among the stored files on the disk. */
export function filesOnDisk({ config }: Pick<TestApp, 'config'>): string[] {
  const folder = join(config.dataDir, 'files')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** An upload over a socket, as slow or broken as a test wants it. */
export type RawUpload = {
  send(bytes: string): void
  /** Breaks off, as a network that is gone. */
  breakOff(): void
  /** What came back until the connection was closed. */
  answer: Promise<string>
}

/** Begins a request to a server that listens; `head` is the request line and headers, one a line. */
export function beginUpload({ app }: TestApp, client: Client, head: string[]): RawUpload {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.write(`${[...head, 'host: x', `cookie: ${client.cookie()}`].join('\r\n')}\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => undefined)
  return {
    send: (bytes) => void socket.write(bytes),
    breakOff: () => void socket.destroy(),
    answer: new Promise((resolve) => socket.once('close', () => resolve(text))),
  }
}

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { Attachment } from '#domain/attachment.ts'
import type { Settings } from '#server/config.ts'

import type { Client, TestApp } from './build-app.ts'
import { leaveInBucket, namesInBucket } from './s3/bucket.ts'

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

/** Where the files of a test are. */
type Place = { config: Pick<Settings, 'dataDir' | 'bucket'> }

/** The names of everything that lies among the stored files, be it in the folder or in the bucket. */
export async function storedNames({ config }: Place): Promise<string[]> {
  if (config.bucket) return namesInBucket(config.bucket)
  const folder = join(config.dataDir, 'files')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Puts something among the stored files: of a name with '.part' at its end, an upload that was never finished. */
export async function leaveStored({ config }: Place, ...names: string[]): Promise<void> {
  const folder = join(config.dataDir, 'files')
  for (const name of names) {
    if (config.bucket) await leaveInBucket(config.bucket, name, 'left over')
    else {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, name), 'left over')
    }
  }
}

/** The bytes that the bucket or the folder holds under a name; null when there are none. */
export async function readStored({ files }: Pick<TestApp, 'files'>, name: string, size: number) {
  const bytes = await files.read(name, size)
  return bytes && buffer(bytes)
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

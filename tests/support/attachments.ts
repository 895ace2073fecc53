import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { Attachment } from '#domain/attachments/attachment.ts'
import type { Settings } from '#server/config.ts'
import { ORPHANED } from '#server/files/orphaned-folder.ts'
import { settleEffects } from '#server/run/execute.ts'

import type { Client, TestApp } from './build-app.ts'
import { leaveInBucket, namesInBucket } from './s3/bucket.ts'

/** Returns the path of an attachment, or of a task's list of attachments. */
export function attachmentPath(taskId: number, name?: string): string {
  const list = `/api/tasks/${taskId}/attachments`
  return name === undefined ? list : `${list}/${encodeURIComponent(name)}`
}

/** Uploads a file through the API, by default with the bytes 'hello'. */
export async function attach(
  client: Client,
  taskId: number,
  name: string,
  bytes: string | Uint8Array = 'hello',
): Promise<Attachment> {
  const response = await client.put(attachmentPath(taskId, name), bytes)
  if (response.statusCode !== 201) {
    throw new Error(`the upload returned ${response.statusCode}: ${response.body}`)
  }
  return response.json<Attachment>()
}

/** Returns the stored files of a task through the API. */
export async function readAttachments(client: Client, taskId: number): Promise<Attachment[]> {
  return (await client.get(attachmentPath(taskId))).json<Attachment[]>()
}

/** The location of a test's files. */
type Place = { config: Pick<Settings, 'dataDir' | 'bucket'> }

/** Lists the names of the stored files in the folder or bucket, without orphaned ones. Waits for pending effects. */
export async function storedNames(place: Place): Promise<string[]> {
  await settleEffects()
  const folder = join(place.config.dataDir, 'files')
  const names = place.config.bucket ? await namesInBucket(place.config.bucket) : namesIn(folder)
  return names.filter((name) => name !== ORPHANED && !name.startsWith(`${ORPHANED}/`))
}

/** Lists the names of the orphaned files. */
export async function orphanedNames({ config }: Place): Promise<string[]> {
  if (!config.bucket) return namesIn(join(config.dataDir, 'files', ORPHANED))
  return namesInBucket({ ...config.bucket, prefix: `${config.bucket.prefix}${ORPHANED}/` })
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Adds stored files. A name that ends with '.part' creates an unfinished upload. */
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

/** Returns the bytes under a name in the bucket or folder, or null if there are none. */
export async function readStored({ files }: Pick<TestApp, 'files'>, name: string, size: number) {
  const bytes = await files.read(name, size)
  return bytes && buffer(bytes)
}

/** An upload over a socket, which can be slow or broken. */
export type RawUpload = {
  send(bytes: string): void
  /** Drops the connection, as a network failure does. */
  breakOff(): void
  /** The response, once the connection is closed. */
  answer: Promise<string>
}

/** Starts a request to a listening server. `head` is the request line and the headers, one per line. */
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

import { once } from 'node:events'

import type { Browser } from './browser.ts'
import { startProgram } from './program.ts'

type Message = {
  id?: number
  result?: unknown
  error?: string
  message?: string
  params?: { level?: string; text?: string }
}

const PREFERENCES = {
  // Sends focus events even without an active window.
  'focusmanager.testmode': true,
  // Without a GPU, painting animations takes most of the time.
  'ui.prefersReducedMotion': 1,
}

/** The error (NS_BINDING_ABORTED) that Firefox logs for downloads canceled by a navigation. */
const CANCELED_DOWNLOAD = /status=2152398850/

/** Starts Firefox without a window and drives it through WebDriver BiDi. */
export async function startFirefox(binary: string): Promise<Browser> {
  const preferences = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${value});\n`)
  const program = startProgram(
    binary,
    (home) => ['--headless', '--profile', home, '--remote-debugging-port=0'],
    { files: { 'user.js': preferences.join('') } },
  )
  try {
    const faults: string[] = []
    const address = await program.printed(/WebDriver BiDi listening on (ws:\S+)/)
    const send = await connect(`${address}/session`, ({ level, text = '' }) => {
      if (level === 'error' && !CANCELED_DOWNLOAD.test(text)) faults.push(text)
    })
    await send('session.new', { capabilities: {} })
    await send('session.subscribe', { events: ['log.entryAdded'] })
    // Opens a second tab, because the first one is never focused.
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })
    await send('browsingContext.setViewport', { context, viewport: { width: 1440, height: 900 } })
    return {
      open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
      find: async (role, name, within) => {
        const locator = { type: 'accessibility', value: { role, name } }
        const startNodes = within && [within]
        type Found = { nodes: { sharedId: string }[] }
        const { nodes } = await send<Found>('browsingContext.locateNodes', { context, locator, startNodes })
        return nodes.map(({ sharedId }) => ({ sharedId }))
      },
      call: async (body, node, data) => {
        type Called = { result?: { value: string }; exceptionDetails?: { text: string } }
        const { result, exceptionDetails } = await send<Called>('script.callFunction', {
          functionDeclaration: `(node, data) => JSON.stringify((${String(body)})(node, JSON.parse(data)) ?? null)`,
          arguments: [node ?? { type: 'null' }, { type: 'string', value: JSON.stringify(data) }],
          target: { context },
          awaitPromise: false,
        })
        if (!result) throw new Error(exceptionDetails?.text)
        return JSON.parse(result.value)
      },
      perform: async (source) => void (await send('input.performActions', { context, actions: [source] })),
      screenshot: async () => {
        const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
        return Buffer.from(data, 'base64')
      },
      faults: () => faults,
      close: async () => {
        await send('browser.close', {})
        await program.end()
      },
    }
  } catch (error) {
    await program.end()
    throw error
  }
}

/** Opens a BiDi connection. Returns the function that sends a command and resolves to its result. */
async function connect(address: string, onEvent: (event: NonNullable<Message['params']>) => void) {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    else if (message.params) onEvent(message.params)
  })
  let id = 0
  return async <Result>(method: string, params: object): Promise<Result> => {
    const answered = new Promise<Message>((resolve) => waiting.set(++id, resolve))
    socket.send(JSON.stringify({ id, method, params }))
    const { error, message, result } = await answered
    if (error) throw new Error(`${method}: ${error}: ${message}`)
    return result as Result
  }
}

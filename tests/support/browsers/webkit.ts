import { setTimeout as delay } from 'node:timers/promises'

import { freePort } from '../server-process.ts'
import { type Browser, type Node, SELECTORS, ignoreStale } from './browser.ts'
import { type Program, startProgram } from './program.ts'

/** Without a GPU, painting animations takes most of a test's time. */
const GTK_SETTINGS = '[Settings]\ngtk-enable-animations=0\n'
/** The window's title bar is 38 px high. */
const WINDOW = { x: 0, y: 0, width: 1440, height: 938 }

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen and drives it through WebDriver.
 * @param driver the path of WebKitWebDriver, which starts MiniBrowser
 * @param screen the path of Xvfb
 */
export async function startWebKit(driver: string, screen: string): Promise<Browser> {
  const size = `${WINDOW.width}x${WINDOW.height}x24`
  const display = startProgram(screen, () => ['-displayfd', '1', '-screen', '0', size, '-nolisten', 'tcp'])
  const programs = [display]
  const end = async () => {
    for (const program of programs.toReversed()) await program.end()
  }
  try {
    const settings = { DISPLAY: `:${await display.printed(/^(\d+)\n/m)}` }
    const files = { '.config/gtk-3.0/settings.ini': GTK_SETTINGS }
    const port = await freePort()
    const program = startProgram(driver, () => [`--port=${port}`], { settings, files })
    programs.push(program)
    const send = await connect(program, `http://127.0.0.1:${port}`)
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities: {} })
    const session = `/session/${sessionId}`
    await send('POST', `${session}/window/rect`, WINDOW)
    const faults: string[] = []
    const call = <Result>(body: string, node: Node | null, data: unknown) =>
      send<Result>('POST', `${session}/execute/sync`, {
        script: `return (${body})(...arguments)`,
        args: [node, data],
      })
    const computed = (node: Node, what: 'label' | 'role') =>
      send('GET', `${session}/element/${Object.values(node)[0]}/computed${what}`).catch(ignoreStale)
    return {
      open: async (url) => void (await send('POST', `${session}/url`, { url })),
      find: async (role, name, within) => {
        const seen = await call<ReturnType<typeof lookAt>>(String(lookAt), within ?? null, SELECTORS[role])
        faults.push(...seen.faults)
        for (const node of seen.elements as unknown as Node[]) {
          if ((await computed(node, 'label')) !== name) continue
          if ((await computed(node, 'role')) === role) return node
        }
        return null
      },
      call: async (body, node, data) => call(String(body), node, data),
      perform: async (source) => void (await send('POST', `${session}/actions`, { actions: [source] })),
      screenshot: async () => Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
      faults: () => faults,
      close: async () => {
        await send('DELETE', session)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** Waits for the driver. Returns the function that sends a command and resolves to its value. */
async function connect({ child }: Program, url: string) {
  const send = async <Result>(method: string, path: string, body?: unknown): Promise<Result> => {
    const response = await fetch(url + path, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`)
    return value
  }
  while (!(await send('GET', '/status').catch(() => null))) {
    if (child.exitCode !== null) throw new Error('WebKitWebDriver exited early.')
    await delay(25)
  }
  return send
}

/**
 * Returns the visible elements that match a selector, and the errors since the last check: WebDriver has no events, so
 * the page collects them. Runs in the page.
 */
function lookAt(within: Element | null, selector: string): { elements: Element[]; faults: string[] } {
  const page = window as { journeyFaults?: string[] } & typeof globalThis
  if (!page.journeyFaults) {
    const faults: string[] = []
    page.journeyFaults = faults
    page.addEventListener('error', ({ message }) => faults.push(message))
    page.addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)))
    page.console.error = (...words: unknown[]) => faults.push(words.map(String).join(' '))
  }
  const elements = [...(within ?? document).querySelectorAll(selector)]
  return {
    elements: elements.filter((element) => element.checkVisibility()),
    faults: page.journeyFaults.splice(0),
  }
}

/** A reference to an element of a page, in the protocol's format. */
export type Node = Record<string, string>

/** The roles in the journey. */
export type Role = 'button' | 'dialog' | 'link' | 'radio' | 'region' | 'tab' | 'textbox' | 'timer'

/** The elements that can have a role, because computing the role of every element of a page is slow or impossible. */
export const SELECTORS: Record<Role, string> = {
  button: 'button, [role=button]',
  dialog: '[role=dialog]',
  link: 'a',
  radio: '[type=radio], [role=radio]',
  region: 'section',
  tab: '[role=tab]',
  textbox: 'input, textarea',
  timer: '[role=timer]',
}

/** An input device and its actions, in the format that WebDriver and WebDriver BiDi share. */
export type InputSource = { type: 'pointer' | 'key'; id: string; actions: Record<string, unknown>[] }

/** A running browser with one page of 1440 × 900 px. */
export type Browser = {
  open(url: string): Promise<void>
  /** Returns the first element with this role and exact name, as the browser computes them for a screen reader. */
  find(role: Role, name: string, within?: Node): Promise<Node | null>
  /** Runs a function in the page. The function can use its parameters, but no variables of the test. */
  call<Data, Result>(
    body: (node: Element, data: Data) => Result,
    node: Node | null,
    data: Data,
  ): Promise<Result>
  /** Sends input as a user's devices do. */
  perform(source: InputSource): Promise<void>
  /** Returns a screenshot of the page, as a PNG. */
  screenshot(): Promise<Buffer>
  /** Returns the errors in the console so far. */
  faults(): string[]
  close(): Promise<void>
}

/** The errors for an element that has left the page, and Firefox's own for a page that has just loaded. */
const STALE = /stale element reference|no such node|documentAccessible is null/

/** Returns null for an error about an element that has left the page, so that the caller can look again. */
export function ignoreStale(error: unknown): null {
  if (STALE.test(String(error))) return null
  throw error
}

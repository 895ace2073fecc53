import { parse } from 'bowser'

/** What a browser is called by people, such as 'Firefox on Windows'. Null is one that does not say. */
export function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const { browser, os } = parse(userAgent)
  if (!browser.name) return 'Unknown browser'
  return os.name ? `${browser.name} on ${os.name}` : browser.name
}

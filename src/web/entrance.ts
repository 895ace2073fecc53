import type { Entrance } from '#domain/account.ts'
import { UPLOAD_MB_DEFAULT } from '#domain/limits.ts'

/** What the server wrote into the page: who is signed in, so that nobody needs to ask and be told 401; its settings. */
export function readEntrance(): Entrance {
  const content = document.querySelector('meta[name="tenfold-entrance"]')?.getAttribute('content')
  return content ? (JSON.parse(content) as Entrance) : SIGNED_OUT
}

/** A page that came from elsewhere than the server, such as the development server's own copy. */
const SIGNED_OUT: Entrance = { user: null, signups: true, maxUploadMb: UPLOAD_MB_DEFAULT }

import type { Entrance } from '#domain/account/account.ts'
import { UPLOAD_MB_DEFAULT } from '#domain/limits.ts'

import { readAnyRecord } from './cache-record.ts'
import { metaContent } from './meta.ts'

/**
 * Returns the user and the settings that the server wrote into the page, so that signed-out pages don't log a 401.
 * If the server can't be reached, the service worker sends the page without this data, and the page uses stored data.
 */
export function readEntrance(): Entrance {
  const content = metaContent('entrance')
  return content ? (JSON.parse(content) as Entrance) : (readAnyRecord()?.entrance ?? NO_DATA)
}

/** The default if neither the page nor the browser's storage has this data. The user may still be signed in. */
const NO_DATA: Entrance = {
  user: null,
  signups: true,
  maxUploadMb: UPLOAD_MB_DEFAULT,
  isDataAway: true,
}

/** The cache with the name of the build that was activated last. */
const ACTIVE = 'tenfold-active'
const ACTIVE_URL = '/active-build'

/**
 * Deletes the files of all builds except this one and the one that was active before it, which open pages can still
 * need. The caches' order doesn't tell which one that was: a failed installation leaves one, and a rollback reuses one.
 * @param prefix the prefix of Tenfold's cache names
 */
export async function dropOldCaches(
  caches: Pick<CacheStorage, 'keys' | 'delete' | 'open'>,
  prefix: string,
  build: string,
): Promise<void> {
  const active = await caches.open(ACTIVE)
  const last = await (await active.match(ACTIVE_URL))?.text()
  await active.put(ACTIVE_URL, new Response(build))
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + build)
  const kept = others.find((name) => name === prefix + last) ?? others.at(-1)
  await Promise.all(others.filter((name) => name !== kept).map((name) => caches.delete(name)))
}

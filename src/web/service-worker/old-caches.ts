/**
 * Deletes the files of all builds except this one and the one before it, which open pages can still need.
 * @param prefix the prefix of Tenfold's cache names
 */
export async function dropOldCaches(
  caches: Pick<CacheStorage, 'keys' | 'delete'>,
  prefix: string,
  build: string,
): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name.startsWith(prefix) && name !== prefix + build)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

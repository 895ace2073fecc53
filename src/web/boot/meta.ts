/** Returns the content of a meta tag that the build or the server wrote into the page; empty if there is none. */
export function metaContent(name: 'build' | 'entrance' | 'later'): string {
  return document.querySelector(`meta[name="tenfold-${name}"]`)?.getAttribute('content') ?? ''
}

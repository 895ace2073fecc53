import type { Plugin } from 'vite'

/** Vite's function that loads the styles and scripts of a dynamic import before it runs. */
const HELPER = '\0vite/preload-helper.js'

/** Replaces Vite's helper in dynamic imports: all styles are in the first file, and `later-files.ts` fetches scripts. */
export function noPreload(): Plugin {
  return {
    name: 'tenfold:no-preload',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
    generateBundle(_options, bundle) {
      const styles = Object.keys(bundle).filter((path) => path.endsWith('.css'))
      if (styles.length > 1) this.error(`Import styles in main.tsx, not in a lazy part: ${styles.join(', ')}`)
    },
  }
}

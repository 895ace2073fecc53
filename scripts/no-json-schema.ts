import type { Plugin } from 'vite'

/** Removes Zod's conversion to JSON Schema from the pages: only the server describes schemas. */
export function noJsonSchema(): Plugin {
  return {
    name: 'tenfold:no-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
      handler: (code) => code.replaceAll(/^ *inst\._zod\.processJSONSchema = .*;$/gm, ''),
    },
  }
}

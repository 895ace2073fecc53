/**
 * Keeps Zod from testing whether it can use `new Function`: the content security policy forbids it, and the browser
 * logs the attempt. Zod's own `config` would add half of Zod to the first load, so this sets the object that Zod reads
 * when it loads. Source: zod/v4/core/core.js.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

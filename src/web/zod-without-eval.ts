/**
 * Zod tries whether it may compile its checks with `new Function`. The page's policy forbids that, and the browser notes
 * the try as a breach, so it is told not to. Its own `config` would bring half of Zod into the first load; it reads this
 * object when it is loaded. Source: zod/v4/core/core.js.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

import { expect, it } from 'vitest'

import { contentDisposition } from './content-disposition.ts'

it.each([
  ['plan.pdf', 'plan.pdf', 'plan.pdf'],
  ['my plan (2).pdf', 'my plan (2).pdf', 'my%20plan%20%282%29.pdf'],
  ['"; filename="evil.exe', '_; filename=_evil.exe', '%22%3B%20filename%3D%22evil.exe'],
  ['back\\slash', 'back_slash', 'back%5Cslash'],
  ['50% off', '50_ off', '50%25%20off'],
  ["it's *", "it's *", 'it%27s%20%2A'],
  ['é 文 😀.txt', '_ _ _.txt', '%C3%A9%20%E6%96%87%20%F0%9F%98%80.txt'],
  ['exe.\u202efdp.txt', 'exe._fdp.txt', 'exe.%E2%80%AEfdp.txt'],
  ['<img onerror>', '<img onerror>', '%3Cimg%20onerror%3E'],
])('%j is saved under its name', (name, ascii, full) => {
  expect(contentDisposition(name)).toBe(`attachment; filename="${ascii}"; filename*=UTF-8''${full}`)
})

import { expect, it } from 'vitest'

import { shortAttachmentName } from './attachment.ts'

it.each([
  ['', ''],
  ['plan.pdf', 'plan.pdf'],
  ['12345678901234567890', '12345678901234567890'],
  ['123456789012345678901', '12345678901234567…'],
  ['signature page of the lease.tif', 'signature page of…'],
  ['é'.repeat(20), 'é'.repeat(20)],
  ['🗂'.repeat(20), '🗂'.repeat(20)],
  ['🗂'.repeat(21), `${'🗂'.repeat(17)}…`],
])('the name %j is shown as %j', (name, shown) => {
  expect(shortAttachmentName(name)).toBe(shown)
})

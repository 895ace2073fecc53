// Draws the icons of the installed app from favicon.svg: `node scripts/icons/make.ts`. Run this script after changing
// that file.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { chromium } from '@playwright/test'

import { CHROMIUM_SWITCHES, findBrowser } from '../browser.mjs'

const PUBLIC = join(import.meta.dirname, '../../src/web/public')

/** The `--bg` of tokens.css. */
const PAPER = '#fbfaf8'

/** `share` is the part of the width that the logo takes up. A mask can cut away everything outside the middle 80%. */
const ICONS = [
  { name: 'icon-192', size: 192, share: 0.72, radius: 0.2 },
  { name: 'icon-512', size: 512, share: 0.72, radius: 0.2 },
  { name: 'maskable-192', size: 192, share: 0.5, radius: 0 },
  { name: 'maskable-512', size: 512, share: 0.5, radius: 0 },
  { name: 'apple-touch-icon', size: 180, share: 0.64, radius: 0 },
]

mkdirSync(join(PUBLIC, 'icons'), { recursive: true })
const logo = readFileSync(join(PUBLIC, 'favicon.svg')).toString('base64')
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: CHROMIUM_SWITCHES,
})
const page = await browser.newPage()
for (const { name, size, share, radius } of ICONS) {
  await page.setViewportSize({ width: size, height: size })
  const box = `width:${size}px;height:${size}px;border-radius:${radius * size}px;background:${PAPER}`
  await page.setContent(
    `<body style="margin:0"><div style="display:grid;place-items:center;${box}">
      <img width="${size * share}" src="data:image/svg+xml;base64,${logo}"></div></body>`,
  )
  await page.screenshot({ path: join(PUBLIC, 'icons', `${name}.png`), omitBackground: true })
}
await browser.close()

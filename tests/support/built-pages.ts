import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a minimal build of the web side. */
export function writeBuiltPages(folder: string): void {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><meta name="tenfold-build" content="0.1.0 4f2a c0de"><meta name="tenfold-entrance" content=""><title>Tenfold</title></head></html>',
  )
  writeFileSync(
    join(folder, 'shell.html'),
    '<!doctype html><html><head><meta name="tenfold-entrance" content=""></head></html>',
  )
  writeFileSync(join(folder, 'service-worker.js'), 'self.registration')
  writeFileSync(join(folder, 'early.js'), 'document.title')
  writeFileSync(join(folder, 'assets', 'index-4f2a.js'), 'document.body')
  mkdirSync(join(folder, 'audio'), { recursive: true })
  writeFileSync(join(folder, 'audio', 'theta.mp3'), 'ID3')
  writeFileSync(join(folder, '.secret'), 'hidden')
}

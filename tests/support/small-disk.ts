import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Mounts a disk with a size in megabytes at a folder. Returns false if that fails. */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  const args = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder]
  return process.platform === 'linux' && spawnSync('mount', args).status === 0
}

/** Unmounts a folder as soon as nothing uses it, because a running server may still have files open. */
export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}

/** Fills a disk to the last byte, as another program would. Returns a function that frees the space. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'ballast')
  const handle = openSync(file, 'w')
  for (const size of [2 ** 20, 2 ** 12, 1]) {
    try {
      for (;;) writeSync(handle, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(handle)
  return () => rmSync(file)
}

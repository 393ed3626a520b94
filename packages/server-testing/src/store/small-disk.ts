import { execFileSync } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of its own, small enough to be filled. */
export interface SmallDisk extends Disposable {
  readonly folder: string
  /** Leaves as many bytes, none unless said. */
  fill(bytesFree?: number): void
  /** Gives back what `fill` took. */
  free(): void
}

/** Undefined where this user may not mount anything. */
export function smallDisk(mebibytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'plm-disk-'))
  try {
    const options = `size=${mebibytes}m,mode=755`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: (bytesFree = 0) => {
      const file = openSync(filler, 'a')
      try {
        const { bavail, bsize } = statfsSync(folder)
        for (let bytesLeft = bavail * bsize; bytesLeft > 0;)
          bytesLeft -= writeSync(file, Buffer.alloc(Math.min(bytesLeft, 1 << 20)))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        ftruncateSync(file, fstatSync(file).size - bytesFree)
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]: () => {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

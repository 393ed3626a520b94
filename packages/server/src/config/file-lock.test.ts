import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../kit/clock.ts'
import { withFileLock } from './file-lock.ts'

describe('a lock file', () => {
  let folder: string
  let path: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plmail-lock-'))
    path = join(folder, 'a.lock')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const lock = <T>(work: () => Promise<T>) => withFileLock(path, systemClock, work)

  test('lets one in at a time and is gone afterwards, also after a failure', async () => {
    let inside = 0
    const work = async () => {
      expect(++inside).toBe(1)
      await turn()
      inside--
    }
    await Promise.all(Array.from({ length: 10 }, () => lock(work)))
    await expect(lock(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await readdir(folder)).toEqual([])
  })

  test('of a process that is gone is broken at once, by one of many', async () => {
    const mine = await lock(() => readFile(path, 'utf8'))
    const dead = JSON.stringify({ ...(JSON.parse(mine) as object), pid: 2 ** 22 - 1 })
    await writeFile(path, dead)
    let inside = 0
    await Promise.all(
      Array.from({ length: 5 }, () =>
        lock(async () => {
          expect(++inside).toBe(1)
          await turn()
          inside--
        }),
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('locks by its name where the disk is full, and is gone afterwards', async () => {
    const file = await open(join(folder, 'other'), 'w')
    const handle = Object.getPrototypeOf(file) as { writeFile: () => Promise<void> }
    await file.close()
    await rm(join(folder, 'other'))
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const write = vi.spyOn(handle, 'writeFile').mockRejectedValue(full)
    try {
      let inside = 0
      const work = async () => {
        expect(++inside).toBe(1)
        expect(await readdir(folder)).toEqual(['a.lock'])
        await turn()
        inside--
      }
      await Promise.all([lock(work), lock(work)])
      expect(await readdir(folder)).toEqual([])
    } finally {
      write.mockRestore()
    }
  })

  test('of a process whose id was given to another is broken', async () => {
    const mine = await lock(() => readFile(path, 'utf8'))
    await writeFile(path, JSON.stringify({ ...(JSON.parse(mine) as object), started: '1' }))
    expect(await lock(async () => 'in')).toBe('in')
  })

  test('of another container is broken only when its heartbeat has stopped', async () => {
    const foreign = JSON.stringify({ place: 'elsewhere pid:[1]', pid: process.pid, started: '1', nonce: 'x' })
    await writeFile(path, foreign)
    let isIn = false
    const waiting = lock(async () => {
      isIn = true
    })
    for (let look = 0; look < 50; look++) await turn()
    expect(isIn).toBe(false)
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(path, longAgo, longAgo)
    await waiting
    expect([isIn, existsSync(path)]).toEqual([true, false])
  })

  test('that was never filled is broken once it is old', async () => {
    await writeFile(path, '')
    const longAgo = new Date(Date.now() - 60_000)
    await utimes(path, longAgo, longAgo)
    expect(await lock(async () => 'in')).toBe('in')
  })
})

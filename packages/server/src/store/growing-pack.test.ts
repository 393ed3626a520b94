import { mkdtemp, readFile, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FixedClock, fixedClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { type AppendToPack, createGrowingPack, type PackPlace } from './growing-pack.ts'
import { openPackFolder, type PackFolder } from './pack-folder.ts'

let folder: string
let clock: FixedClock
let packs: PackFolder
let append: AppendToPack
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plmail-growing-'))
  clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  packs = openPackFolder(folder, systemRandom)
  append = createGrowingPack(packs, clock)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hour = 3_600_000
const text = (content: string) => [Buffer.from(content)]
const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
const read = async ({ pack, offset }: PackPlace, length: number) =>
  (await packs.read(pack, offset, length)).toString()

test('what is appended at any time, together or not, is read where it was said to be', async () => {
  const batch = fc.array(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    { maxLength: 4 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (batches) => {
      const places = await Promise.all(batches.map((parts) => append(parts)))
      for (const [index, { pack, offset }] of places.entries()) {
        const whole = Buffer.concat(batches[index]!)
        expect(await packs.read(pack, offset, whole.length)).toEqual(whole)
      }
    }),
    { numRuns: 20 },
  )
  expect(await files()).toHaveLength(1)
})

test('a full pack is followed by another', async () => {
  const first = await append([Buffer.alloc(8 * 1024 * 1024 - 1)])
  const second = await append(text('still fits'))
  const third = await append(text('no more'))
  expect(second.pack).toBe(first.pack)
  expect(third).toMatchObject({ offset: 0 })
  expect(third.pack).not.toBe(first.pack)
})

test.each([
  ['old', 7 * hour],
  ['from a time that the clock has gone back behind', -hour],
])('a pack that is %s grows no more: a sweep may take it', async (_, passed) => {
  const first = await append(text('one'))
  clock.advance(passed)
  const second = await append(text('two'))
  expect(second.pack).not.toBe(first.pack)
  expect(await read(first, 3)).toBe('one')
})

test('what is appended after everything was erased is there', async () => {
  const before = await append(text('erased'))
  await packs.remove(before.pack)
  const after = await append(text('written'))
  expect(await read(after, 7)).toBe('written')
})

test('after a write that failed nothing is put behind what it may have left', async () => {
  let isFull = false
  const extend: PackFolder['extend'] = async (...args) => {
    const isThere = await packs.extend(...args)
    if (isFull) throw new Error('ENOSPC')
    return isThere
  }
  const onFullDisk = createGrowingPack({ ...packs, extend }, clock)
  const first = await onFullDisk(text('first'))
  isFull = true
  await expect(onFullDisk(text('lost'))).rejects.toThrow('ENOSPC')
  isFull = false
  const next = await onFullDisk(text('next'))
  expect(next.pack).not.toBe(first.pack)
  expect([await read(first, 5), await read(next, 4)]).toEqual(['first', 'next'])
})

test('bytes behind the last whole batch, left by a crash, do no harm', async () => {
  const first = await append(text('whole'))
  const path = join(folder, first.pack)
  await truncate(path, 4096)
  const second = await append(text('next'))
  expect(await read(first, 5)).toBe('whole')
  expect(await read(second, 4)).toBe('next')
  expect((await readFile(path)).length).toBe(4096)
})

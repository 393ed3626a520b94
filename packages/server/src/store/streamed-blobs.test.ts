import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { fixedClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { createBlobPacks } from './blob-packs.ts'
import type { Blobs } from './blobs.ts'

let db: TestDatabase
let folder: string
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
beforeEach(async () => {
  await db.database.query('delete from blob')
  folder = await mkdtemp(join(tmpdir(), 'plmail-blobs-'))
})
afterEach(() => rm(folder, { recursive: true }))

const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
const open = (): Blobs => createBlobPacks({ sql: db.database, folder, clock, random: systemRandom })
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest()
const large = randomBytes(700_000)
const words = Buffer.from('words and words. '.repeat(30_000))
const max = 1024 * 1024

async function* pieces(content: Buffer, size = 50_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

const files = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

async function read(digest: Buffer, start?: number, end?: number): Promise<Buffer> {
  const blob = await open().open(digest)
  return Buffer.concat(await blob!.stream(start ?? 0, end ?? blob!.size).toArray())
}

test('bytes that come piece by piece are kept as those that come at once', async () => {
  for (const content of [Buffer.alloc(0), Buffer.from('few'), words, large]) {
    const put = await open().putStream(pieces(content), max)
    expect(put).toEqual({ digest: sha256(content), size: content.length })
    expect((await open().get(sha256(content)))?.equals(content)).toBe(true)
    expect((await read(sha256(content))).equals(content)).toBe(true)
  }
})

test('bytes that are there already, however they came, are not kept again', async () => {
  await open().putStream(pieces(large), max)
  await open().putStream(pieces(large, 999), max)
  await open().putAll([large])
  expect(await files()).toHaveLength(1)
})

test('many small ones at once share a pack', async () => {
  const blobs = open()
  const contents = Array.from({ length: 40 }, (_, index) => Buffer.from(`number ${index}`))
  const puts = await Promise.all(contents.map((content) => blobs.putStream(pieces(content), max)))
  expect(puts).toEqual(contents.map((content) => ({ digest: sha256(content), size: content.length })))
  expect((await files()).length).toBeLessThan(5)
})

test('what is larger than allowed is not read to its end and leaves nothing', async () => {
  let isReturned = false
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      isReturned = true
    }
  }
  expect(await open().putStream(endless(), max)).toBe('too-large')
  expect(await open().putStream(pieces(words), 1000)).toBe('too-large')
  expect([isReturned, await files()]).toEqual([true, []])
})

test('exactly as much as allowed is kept', async () => {
  expect(await open().putStream(pieces(large), large.length)).toMatchObject({ size: large.length })
  expect(await open().putStream(pieces(large), large.length - 1)).toBe('too-large')
})

test('a source that breaks off leaves nothing and its error is thrown', async () => {
  async function* broken(after: Buffer) {
    yield* pieces(after)
    throw new Error('the line went dead')
  }
  for (const content of [Buffer.from('few'), large])
    await expect(open().putStream(broken(content), max)).rejects.toThrow('the line went dead')
  expect(await files()).toEqual([])
})

test('any range of a blob is read, whether it is stored as it is or compressed', async () => {
  await open().putAll([words])
  await open().putStream(pieces(large), max)
  const range = fc.tuple(fc.nat(words.length), fc.nat(words.length)).map((ends) => ends.sort((a, b) => a - b))
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(words, large), range, async (content, [start, end]) => {
      const part = await read(sha256(content), start, end)
      expect(part.equals(content.subarray(start, end))).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test('a damaged blob ends with an error before its last bytes are given', async () => {
  await open().putStream(pieces(large), max)
  const [path] = await files()
  const altered = Buffer.from(large)
  altered[3] = altered[3]! ^ 1
  for (const damaged of [altered, large.subarray(0, 300_000)]) {
    await writeFile(path!, damaged)
    const seen: Buffer[] = []
    const stream: Readable = (await open().open(sha256(large)))!.stream(0, large.length)
    const reading = (async () => {
      for await (const piece of stream) seen.push(piece as Buffer)
    })()
    await expect(reading).rejects.toThrow(/not those that were stored/)
    expect(Buffer.concat(seen).length).toBeLessThan(large.length)
  }
})

test('there is nothing to open where nothing was put', async () => {
  expect(await open().open(sha256(large))).toBeUndefined()
})

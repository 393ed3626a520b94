import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../server-testing/src/store/test-database.ts'
import { type FixedClock, fixedClock } from '../kit/clock.ts'
import { isDiskFull } from '../kit/disk-full.ts'
import { systemRandom } from '../kit/random.ts'
import { createBlobPacks } from './blob-packs.ts'
import { BlobDamaged, type Blobs } from './blobs.ts'
import { smallDisk } from '../../../server-testing/src/store/small-disk.ts'
import { damageBlob } from '../../../server-testing/src/store/damage.ts'
import type { Sql } from './sql.ts'

const start = new Date('2026-03-01T12:00:00Z')
const day = 86_400_000
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest()

describe('blobs in packs', () => {
  let db: TestDatabase
  let folder: string
  let clock: FixedClock
  beforeAll(async () => {
    db = await testDatabase()
  })
  afterAll(() => db[Symbol.asyncDispose]())
  beforeEach(async () => {
    await db.database.query('delete from blob')
    folder = await mkdtemp(join(tmpdir(), 'plmail-blobs-'))
    clock = fixedClock(start)
  })
  afterEach(() => rm(folder, { recursive: true }))

  /** A fresh one each time, so that what it answers comes from the disk. */
  const open = (): Blobs => createBlobPacks({ sql: db.database, folder, clock, random: systemRandom })

  const packs = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))

  const ageFiles = async (milliseconds: number) => {
    const then = new Date(start.getTime() - milliseconds)
    for (const path of await packs()) await utimes(path, then, then)
  }

  const rows = async () => (await db.database.query('select digest from blob')).length

  test('whatever is put is got, digests in order, twice the same kept once', async () => {
    const contents = fc.array(
      fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(contents, fc.boolean(), async (batch, isDoubled) => {
        const all = isDoubled ? [...batch, ...batch] : batch
        const digests = await open().putAll(all)
        expect(digests).toEqual(all.map(sha256))
        const blobs = open()
        for (const content of all) expect(await blobs.get(sha256(content))).toEqual(content)
      }),
      { numRuns: 30 },
    )
  })

  test('a batch is one file, compressed where that helps', async () => {
    const text = Buffer.from('Received: from mail.example.org\r\n'.repeat(1000))
    const noise = systemRandom(10_000)
    await open().putAll([text, noise, Buffer.alloc(0)])
    const [only, ...others] = await packs()
    expect(others).toEqual([])
    const size = (await readFile(only ?? '')).length
    expect(size).toBeGreaterThan(10_000)
    expect(size).toBeLessThan(11_000)
    expect(await open().get(sha256(Buffer.alloc(0)))).toEqual(Buffer.alloc(0))
  })

  test('a disk that takes a part of a batch and then no more is called full', async () => {
    using disk = smallDisk(1)
    // Users who may not mount a disk have the test of a disk that takes nothing.
    if (!disk) return
    const blobs = createBlobPacks({ sql: db.database, folder: disk.folder, clock, random: systemRandom })
    await blobs.putAll([Buffer.from('the first pack makes its folder')])
    disk.fill(8192)
    const error: unknown = await blobs.putAll([systemRandom(60_000)]).catch((thrown: unknown) => thrown)
    expect(isDiskFull(error)).toBe(true)
    disk.free()
    const content = systemRandom(60_000)
    await blobs.putAll([content])
    expect(await blobs.get(sha256(content))).toEqual(content)
  })

  test('what is stored already is not written again', async () => {
    await open().putAll([Buffer.from('a'), Buffer.from('b')])
    await open().putAll([Buffer.from('b'), Buffer.from('a')])
    expect(await packs()).toHaveLength(1)
    await open().putAll([])
    expect(await packs()).toHaveLength(1)
  })

  test('many writers of the same bytes agree, without deadlock', async () => {
    const contents = Array.from({ length: 60 }, (_, n) => Buffer.from(`message ${n}`))
    const shuffled = (seed: number) =>
      [...contents].sort((a, b) =>
        sha256(Buffer.concat([a, Buffer.from([seed])])).compare(
          sha256(Buffer.concat([b, Buffer.from([seed])])),
        ),
      )
    await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => open().putAll(shuffled(seed))))
    expect(await rows()).toBe(60)
    const blobs = open()
    for (const content of contents) expect(await blobs.get(sha256(content))).toEqual(content)
  })

  test('a row waits for the disk with the commit of what refers to it, not with its own', async () => {
    const setting = async (sql: Sql) => (await sql.query('show synchronous_commit'))[0]
    const usual = await setting(db.database)
    const inside = await db.database.transaction(async (tx) => {
      await tx.query('set local synchronous_commit = on')
      await createBlobPacks({ sql: tx, folder, clock, random: systemRandom }).putAll([Buffer.from('quick')])
      return setting(tx)
    })
    expect(inside).toEqual({ synchronous_commit: 'off' })
    expect(await setting(db.database)).toEqual(usual)
  })

  test('many are got in the order asked for, with nothing for what is unknown', async () => {
    const contents = ['a', 'b', 'c'].map((text) => Buffer.from(text))
    const blobs = open()
    await blobs.putAll(contents)
    const unknown = sha256(Buffer.from('never'))
    const [a, b, c] = contents.map(sha256) as [Buffer, Buffer, Buffer]
    expect(await blobs.get(b)).toEqual(contents[1]) // kept from now on
    const all = await blobs.getAll([c, unknown, b, a, c])
    expect(all.map((bytes) => bytes?.toString())).toEqual(['c', undefined, 'b', 'a', 'c'])
  })

  test('small batches share a pack, what is put at once included', async () => {
    const blobs = open()
    const all = Array.from({ length: 30 }, (_, n) => Buffer.from(`message ${n}`))
    await Promise.all(all.map((content) => blobs.putStream(Readable.from([content]), 1000)))
    for (const content of all) await blobs.putAll([content, Buffer.from(`${content.toString()} again`)])
    expect(await packs()).toHaveLength(1)
    const fresh = open()
    for (const content of all) expect(await fresh.get(sha256(content))).toEqual(content)
    await blobs.putAll([systemRandom(1024 * 1024 + 1)])
    expect(await packs()).toHaveLength(2)
  })

  test('an unknown digest is answered with nothing', async () => {
    expect(await open().get(sha256(Buffer.from('never')))).toBeUndefined()
  })

  test('damaged, cut and missing packs are noticed, not answered', async () => {
    const content = Buffer.from('hello '.repeat(500))
    const [digest = Buffer.alloc(0)] = await open().putAll([content])
    const [path = ''] = await packs()
    const bytes = await readFile(path)
    bytes[10] = (bytes[10] ?? 0) ^ 1
    await writeFile(path, bytes)
    await expect(open().get(digest)).rejects.toThrow(BlobDamaged)
    await truncate(path, 5)
    await expect(open().get(digest)).rejects.toThrow(BlobDamaged)
    await expect(open().get(digest)).rejects.toThrow(BlobDamaged)
    await rm(path)
    await expect(open().get(digest)).rejects.toThrow(BlobDamaged)
  })

  test('damage to a blob leaves those asked for with it readable, and is remembered', async () => {
    const contents = ['one', 'two', 'three'].map((text) => Buffer.from(text.repeat(200)))
    const [first, second, third] = (await open().putAll(contents)) as [Buffer, Buffer, Buffer]
    await damageBlob(db.database, folder, second)
    const blobs = open()
    expect(await blobs.check([first, third])).toBe(2)
    expect(await blobs.damaged(10)).toEqual([])
    expect(await blobs.getAll([first, second, third])).toEqual([contents[0], 'damaged', contents[2]])
    expect(await blobs.damaged(10)).toEqual([second])
    expect(await blobs.damaged(10, second)).toEqual([])
  })

  test('a stream that meets damage fails, and the damage is remembered', async () => {
    const [digest = Buffer.alloc(0)] = await open().putAll([Buffer.from('streamed '.repeat(500))])
    await damageBlob(db.database, folder, digest)
    const blobs = open()
    const blob = await blobs.open(digest)
    await expect(buffer(blob!.stream(0, blob!.size))).rejects.toThrow(BlobDamaged)
    expect(await blobs.damaged(10)).toEqual([digest])
  })

  test('bytes that are put again take the place of damaged ones', async () => {
    const content = Buffer.from('again '.repeat(300))
    const [digest = Buffer.alloc(0)] = await open().putAll([content])
    await damageBlob(db.database, folder, digest)
    expect(await open().check([digest])).toBe(0)
    expect(await open().putAll([content])).toEqual([digest])
    expect(await open().get(digest)).toEqual(content)
    expect(await open().check([digest])).toBe(1)
    expect(await open().damaged(10)).toEqual([])
  })

  test('a reader who is late finds the lost bytes, and does not mark those that were put in their place', async () => {
    const content = systemRandom(2000)
    const [digest = Buffer.alloc(0)] = await open().putAll([content])
    await damageBlob(db.database, folder, digest)
    const late = await open().open(digest)
    await open().check([digest])
    await open().putAll([content])
    await expect(buffer(late!.stream(0, late!.size))).rejects.toThrow(BlobDamaged)
    expect(await open().damaged(10)).toEqual([])
  })

  test('packs that are all away are not taken for damaged', async () => {
    const [digest = Buffer.alloc(0)] = await open().putAll([Buffer.from('on another volume')])
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
    const error: unknown = await open()
      .get(digest)
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'ENOENT' })
    expect(error).not.toBeInstanceOf(BlobDamaged)
  })

  test('a pack whose rows were never written, and a half-written one, are swept once they are old', async () => {
    await open().putAll([Buffer.from('crashed before its rows')])
    await db.database.query('delete from blob')
    const [path = ''] = await packs()
    await writeFile(`${path}.part`, 'half')
    await ageFiles(0)
    expect(await open().sweep(async () => new Set(), new Date(start.getTime() - day))).toBe(0)
    expect(await packs()).toHaveLength(2)
    await ageFiles(2 * day)
    expect(await open().sweep(async () => new Set(), new Date(start.getTime() - day))).toBe(2)
    expect(await packs()).toEqual([])
    const [again = Buffer.alloc(0)] = await open().putAll([Buffer.from('crashed before its rows')])
    expect(await open().get(again)).toEqual(Buffer.from('crashed before its rows'))
  })

  test('a sweep removes old packs that nothing refers to and keeps those with one blob in use', async () => {
    const [gone = Buffer.alloc(0)] = await open().putAll([Buffer.from('gone')])
    const [kept = Buffer.alloc(0), idle = Buffer.alloc(0)] = await open().putAll([
      Buffer.from('kept'),
      Buffer.from('idle'),
    ])
    clock.advance(2 * day)
    const used = new Set([kept.toString('hex')])
    expect(await open().sweep(async () => used, new Date(start.getTime() + day))).toBe(1)
    expect(await open().get(gone)).toBeUndefined()
    expect(await open().get(kept)).toEqual(Buffer.from('kept'))
    expect(await open().get(idle)).toEqual(Buffer.from('idle'))
  })

  test('an old blob that is put again while a sweep looks is kept', async () => {
    const content = Buffer.from('put again')
    const [digest = Buffer.alloc(0)] = await open().putAll([content])
    clock.advance(2 * day)
    const nothingRefersYet = async () => {
      await open().putAll([content])
      return new Set<string>()
    }
    expect(await open().sweep(nothingRefersYet, new Date(start.getTime() + day))).toBe(0)
    expect(await open().get(digest)).toEqual(content)
  })
})

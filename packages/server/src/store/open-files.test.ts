import { mkdtempSync, readlinkSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFiles } from './open-files.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-files-'))
  for (const name of ['a', 'b', 'c']) writeFileSync(join(folder, name), name)
})
afterEach(() => rmSync(folder, { recursive: true }))

const getPath = (name: string) => join(folder, name)
const text = async (file: FileHandle) => (await file.read(Buffer.alloc(1), 0, 1, 0)).buffer.toString()

/** The files of the folder that this process holds open. */
function held(): string[] {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return targets.filter((path) => path.startsWith(`${folder}/`)).sort()
}

test('keeps open what was read last, and no more than it may', async () => {
  const files = openFiles({ max: 2, idleMs: 60_000 })
  for (const name of ['a', 'b', 'a', 'c']) expect(await files.use(getPath(name), text)).toBe(name)
  await expect.poll(held).toEqual([getPath('a'), getPath('c')])
  files.drop(getPath('a'))
  files.drop(getPath('c'))
  await expect.poll(held).toEqual([])
})

test('closes nothing under a reader', async () => {
  const files = openFiles({ max: 1, idleMs: 60_000 })
  let go = () => {}
  const waits = new Promise<void>((resolve) => (go = resolve))
  const slow = files.use(getPath('a'), async (file) => {
    await waits
    return text(file)
  })
  expect(await files.use(getPath('b'), text)).toBe('b')
  files.drop(getPath('a'))
  go()
  expect(await slow).toBe('a')
  await expect.poll(held).toEqual([getPath('b')])
  files.drop(getPath('b'))
})

test('closes what nobody reads any more', async () => {
  const files = openFiles({ max: 2, idleMs: 20 })
  expect(await files.use(getPath('a'), text)).toBe('a')
  await expect.poll(held).toEqual([])
  expect(await files.use(getPath('a'), text)).toBe('a')
  await expect.poll(held).toEqual([])
})

test('a file that was not there is looked for again', async () => {
  const files = openFiles({ max: 2, idleMs: 60_000 })
  await expect(files.use(getPath('later'), text)).rejects.toThrow('ENOENT')
  writeFileSync(getPath('later'), 'l')
  expect(await files.use(getPath('later'), text)).toBe('l')
  files.drop(getPath('later'))
})

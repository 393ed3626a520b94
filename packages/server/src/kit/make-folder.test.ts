import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plmail-folder-'))
})
afterEach(() => rmSync(root, { recursive: true }))

test('makes every level that is missing, once', () => {
  const folder = join(root, 'a/b/c')
  expect(makeFolder(folder, 0o700)).toBe(true)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(makeFolder(folder)).toBe(false)
})

test('a file in the way is an error', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow(/EEXIST/)
  expect(() => makeFolder(join(root, 'file/below'))).toThrow(/EEXIST|ENOTDIR/)
})

test('a parent that takes no folders is an error, not an endless wait', () => {
  expect(() => makeFolder('/proc/plmail/var')).toThrow(/ENOENT|EACCES/)
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isBuilt, stampBuilt } from './built.mjs'
import { isInstalled } from './installed.mjs'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'plmail-ready-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, content: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

describe('what `npm start` looks at before it installs', () => {
  const lock = {
    '': {},
    'packages/server': { version: '1.0.0' },
    'node_modules/@plmail/server': { link: true },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/for-another-platform': { version: '1.0.0', optional: true },
    'node_modules/for-building': { version: '1.0.0', dev: true },
  }
  const lockFile = (packages: object) => JSON.stringify({ lockfileVersion: 3, packages })
  const installed = (packages: Record<string, { version: string }>) => {
    write('node_modules/.package-lock.json', lockFile(packages))
    for (const path of Object.keys(packages)) mkdirSync(join(root, path), { recursive: true })
  }
  beforeEach(() => write('package-lock.json', lockFile(lock)))

  test('nothing installed is not installed', () => {
    expect(isInstalled(root, false)).toBe(false)
  })

  test('everything of the lock file but other platforms is installed', () => {
    installed({ 'node_modules/a': { version: '1.0.0' }, 'node_modules/for-building': { version: '1.0.0' } })
    expect(isInstalled(root, true)).toBe(true)
  })

  test('without the packages for building it is enough to run, not to build', () => {
    installed({ 'node_modules/a': { version: '1.0.0' } })
    expect([isInstalled(root, false), isInstalled(root, true)]).toEqual([true, false])
  })

  test('another version, or a folder somebody removed, is stale', () => {
    installed({ 'node_modules/a': { version: '0.9.0' } })
    expect(isInstalled(root, false)).toBe(false)
    installed({ 'node_modules/a': { version: '1.0.0' } })
    rmSync(join(root, 'node_modules/a'), { recursive: true })
    expect(isInstalled(root, false)).toBe(false)
  })
})

describe('what `npm start` looks at before it builds', () => {
  beforeEach(() => {
    write('packages/server/src/a/b.ts', 'one')
    write('packages/web/index.html', '<!doctype html>')
    write('packages/server/dist/plmail.js', '')
  })

  test('a build is good until a source changes, comes or goes', () => {
    expect(isBuilt(root)).toBe(false)
    stampBuilt(root)
    expect(isBuilt(root)).toBe(true)
    write('packages/server/src/a/b.ts', 'two')
    expect(isBuilt(root)).toBe(false)
    write('packages/server/src/a/b.ts', 'one')
    expect(isBuilt(root)).toBe(true)
    write('packages/server/src/a/c.ts', '')
    expect(isBuilt(root)).toBe(false)
  })

  test('tests are not part of it', () => {
    stampBuilt(root)
    write('packages/server/src/a/b.test.ts', 'new')
    expect(isBuilt(root)).toBe(true)
  })

  test('an image without sources runs what it was built with', () => {
    stampBuilt(root)
    rmSync(join(root, 'packages/server/src'), { recursive: true })
    expect(isBuilt(root)).toBe(true)
  })
})

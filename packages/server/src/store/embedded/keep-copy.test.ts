import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CopyFailed } from './index.ts'
import { dropCopyOfCluster, keepCopyOfCluster } from './keep-copy.ts'
import type { ClusterPlace } from './cluster-place.ts'

let root: string
let place: ClusterPlace

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'plmail-copy-'))
  const cluster = join(root, 'postgres')
  const work = `${cluster}.work`
  place = { cluster, work, socketFolder: work, logFile: '', startLock: '', identity: {} }
  await mkdir(join(cluster, 'base/1'), { recursive: true, mode: 0o700 })
  await writeFile(join(cluster, 'base/1/1259'), 'first')
})
afterEach(() => rm(root, { recursive: true }))

const kept = () => readFileSync(join(root, 'postgres.before-upgrade/base/1/1259'), 'utf8')

test('a copy replaces the one before it and keeps who may enter', async () => {
  await keepCopyOfCluster(place)
  await writeFile(join(place.cluster, 'base/1/1259'), 'second')
  await keepCopyOfCluster(place)
  expect(kept()).toBe('second')
  expect((await stat(join(root, 'postgres.before-upgrade'))).mode & 0o777).toBe(0o700)
  expect((await readdir(root)).sort()).toEqual(['postgres', 'postgres.before-upgrade'])
})

test('a copy that fails names the folder and the reason, and leaves the one before it', async () => {
  await keepCopyOfCluster(place)
  await rm(place.cluster, { recursive: true })
  const failing = keepCopyOfCluster(place)
  await expect(failing).rejects.toThrow(CopyFailed)
  await expect(failing).rejects.toThrow(/postgres could not be copied before its upgrade \(ENOENT/)
  expect(kept()).toBe('first')
})

test('a copy that is dropped is gone, also when there was none', async () => {
  await keepCopyOfCluster(place)
  await dropCopyOfCluster(place)
  await dropCopyOfCluster(place)
  expect(await readdir(root)).toEqual(['postgres'])
})

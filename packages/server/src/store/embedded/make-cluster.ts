import { type SpawnOptions, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedFailed, EmbeddedUnavailable, OtherMajorVersion } from './embedded-errors.ts'
import { type ClusterPlace, makeOwned } from './cluster-place.ts'
import { serverEnvironment } from './server-settings.ts'

export const databaseName = 'plmail'
export const superuser = 'plmail'

/**
 * Makes the cluster when there is none. It is made beside its place, complete with the database, and renamed
 * into it, so a kill in the middle leaves nothing that looks like a cluster. Call while holding the start lock.
 * Throws OtherMajorVersion when the one on disk cannot be read.
 */
export async function makeClusterIfAbsent(place: ClusterPlace, binaries: Binaries): Promise<void> {
  const versionFile = join(place.cluster, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version !== String(binaries.major))
      throw new OtherMajorVersion(place.cluster, version, binaries.major)
    return
  }
  const fresh = `${place.cluster}.new`
  await rm(fresh, { recursive: true, force: true })
  makeOwned(fresh, place.identity)
  await initialise(fresh, place, binaries)
  await createDatabase(fresh, place, binaries)
  await rename(fresh, place.cluster)
  const folder = await open(dirname(place.cluster))
  await folder.sync().finally(() => folder.close())
}

// The builtin C.UTF-8 locale: case and words of every script, and no index that breaks when the system's
// collations change. `trust` because the socket lies in a folder that only the server's user may enter.
function initialise(folder: string, place: ClusterPlace, binaries: Binaries): Promise<void> {
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--encoding=UTF8']
  const args = ['-D', folder, '-U', superuser, '--auth=trust', '--no-instructions', ...locale]
  return run({ program: binaries.initdb, args, clusterPlace: place, binaries })
}

function createDatabase(folder: string, place: ClusterPlace, binaries: Binaries): Promise<void> {
  const statement = `create database ${databaseName}\n`
  return run({
    program: binaries.postgres,
    args: ['--single', '-D', folder, 'postgres'],
    clusterPlace: place,
    binaries,
    input: statement,
  })
}

interface ClusterCommand {
  program: string
  args: string[]
  clusterPlace: ClusterPlace
  binaries: Binaries
  input?: string
}

async function run({
  program,
  args,
  clusterPlace: { identity, work },
  binaries,
  input = '',
}: ClusterCommand): Promise<void> {
  const options: SpawnOptions = { ...identity, cwd: work, env: serverEnvironment(binaries), stdio: 'pipe' }
  const { code, output } = await finished(program, args, options, input)
  if (code === 0) return
  if (/could not look up effective user ID/.test(output)) throw new EmbeddedUnavailable('unnamedUser')
  throw new EmbeddedFailed(program, output.trim())
}

function finished(program: string, args: string[], options: SpawnOptions, input: string) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = spawn(program, args, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString()
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
    child.stdin?.on('error', () => {}) // a program that has already failed does not read its input
    child.stdin?.end(input)
  })
}

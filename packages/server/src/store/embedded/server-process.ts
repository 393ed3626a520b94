import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { DiskFull } from '../../kit/disk-full.ts'
import { hasDiskSpace } from '../disk-space.ts'
import { type Binaries, prepareBinaries } from './binaries.ts'
import { EmbeddedFailed } from './embedded-errors.ts'
import { makeClusterIfAbsent } from './make-cluster.ts'
import type { ClusterPlace } from './cluster-place.ts'
import { hasLeftovers, readPostmaster, removeStale } from './postmaster-file.ts'
import { serverEnvironment, serverSettings } from './server-settings.ts'

const maxLogLength = 8 * 1024 * 1024
/** How long backends of a killed server may take to notice; until then the next server refuses to start. */
const backendsEndWithinMs = 15_000
const fastStopWithinMs = 30_000
const immediateStopWithinMs = 10_000

/**
 * Sees to it that the cluster is served and answers by which process: a running server is adopted, else one is
 * started, detached and writing to a log file, so that it outlives us. Call while holding the start lock.
 */
export async function ensureServer(place: ClusterPlace): Promise<number> {
  const adopted = await runningServer(place)
  if (adopted !== undefined) return adopted
  await leftoversEnd(place)
  removeStale(place.cluster, place.socketFolder)
  const binaries = await prepareBinaries(place.work, place.identity)
  await makeClusterIfAbsent(place, binaries)
  for (let waited = 0; ; waited += 250) {
    const outcome = await launch(place, binaries)
    if (outcome.ok) return outcome.pid
    if (!/pre-existing shared memory block/.test(outcome.lastLines) || waited > backendsEndWithinMs) {
      throw await failedStart(place, outcome.lastLines)
    }
    await sleep(250)
  }
}

/** The new server would refuse to start beside them. */
async function leftoversEnd({ cluster }: ClusterPlace): Promise<void> {
  for (let waited = 0; hasLeftovers(cluster) && waited < backendsEndWithinMs; waited += 20) await sleep(20)
}

async function failedStart({ cluster, work }: ClusterPlace, lastLines: string): Promise<Error> {
  const failure = new EmbeddedFailed('server', lastLines)
  // The server's own log has no room for its reason either.
  const isFull = /No space left on device/.test(lastLines) || !(await hasDiskSpace([cluster, work]))
  return isFull ? new DiskFull(cluster, failure) : failure
}

/** Ends the server: without waiting for its clients, but with everything written. */
export async function stopServer(place: ClusterPlace): Promise<void> {
  const server = readPostmaster(place.cluster)
  if (server.state !== 'running') return
  process.kill(server.pid, 'SIGINT')
  if (await endsWithin(fastStopWithinMs, place)) return
  // Immediate shutdown loses nothing that was committed; the next start replays the log.
  process.kill(server.pid, 'SIGQUIT')
  await endsWithin(immediateStopWithinMs, place)
}

async function endsWithin(milliseconds: number, { cluster }: ClusterPlace): Promise<boolean> {
  for (let waited = 0; waited < milliseconds; waited += 5) {
    if (readPostmaster(cluster).state !== 'running') return true
    await sleep(5)
  }
  return false
}

// One that is on its way out is waited for, as nothing can start before it is gone.
async function runningServer({ cluster }: ClusterPlace): Promise<number | undefined> {
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    const postmaster = readPostmaster(cluster)
    if (postmaster.state !== 'running') return undefined
    if (postmaster.isReady) return postmaster.pid
    await sleep(wait)
  }
}

type Launched = { ok: true; pid: number } | { ok: false; lastLines: string }

async function launch(place: ClusterPlace, binaries: Binaries): Promise<Launched> {
  if (existsSync(place.logFile) && statSync(place.logFile).size > maxLogLength) {
    renameSync(place.logFile, `${place.logFile}.old`)
  }
  const logStart = existsSync(place.logFile) ? statSync(place.logFile).size : 0
  const child = spawnServer(place, binaries)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  for (let wait = 2; ; wait = Math.min(wait * 2, 50)) {
    const postmaster = readPostmaster(place.cluster)
    if (postmaster.state === 'running' && postmaster.isReady && postmaster.pid === child.pid)
      return { ok: true, pid: postmaster.pid }
    const isOver = await Promise.race([ended.then(() => true), sleep(wait).then(() => false)])
    if (isOver) return { ok: false, lastLines: logSince(place.logFile, logStart) }
  }
}

// A session of its own keeps Ctrl+C on our terminal away from it; a file instead of a pipe lets it outlive us.
function spawnServer(place: ClusterPlace, binaries: Binaries): ChildProcess {
  const log = openSync(place.logFile, 'a', 0o600)
  try {
    const child = spawn(binaries.postgres, ['-D', place.cluster, ...serverSettings(place.socketFolder)], {
      ...place.identity,
      cwd: place.work,
      env: serverEnvironment(binaries),
      stdio: ['ignore', log, log],
      detached: true,
    })
    child.unref()
    return child
  } finally {
    closeSync(log)
  }
}

function logSince(path: string, start: number): string {
  return readFileSync(path).subarray(start).toString('utf8').trim().split('\n').slice(-12).join('\n')
}

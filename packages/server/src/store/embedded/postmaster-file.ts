import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The state that `postmaster.pid` of a cluster reports, checked against the processes that really run. */
export type Postmaster =
  /** No server: no file, or its process is gone. */
  | { state: 'none' }
  /** The process id in the file now belongs to somebody else. */
  | { state: 'foreign' }
  | { state: 'running'; pid: number; isReady: boolean }

export function readPostmaster(cluster: string): Postmaster {
  const lines = readLines(writeFile(cluster))
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return { state: 'none' }
  if (!servesCluster(pid, cluster)) return { state: 'foreign' }
  // Line 8 is the status (pidfile.h); anything but "ready" means starting or stopping.
  return { state: 'running', pid, isReady: lines[7]?.trim() === 'ready' }
}

/** Whether backends that outlived their server still work on the cluster; they end by themselves when they notice. */
export function hasLeftovers(cluster: string): boolean {
  return readPostmaster(cluster).state !== 'running' && anyProcessIn(cluster)
}

/**
 * Removes what a server that ended without notice left behind: the server looks at process ids only, and refuses to
 * start over a living process of its own user, which after a restart of a container is easily a stranger, and over its
 * predecessor as long as nobody has collected its exit code. Call while holding the start lock, without leftovers.
 */
export function removeStale(cluster: string, socketFolder: string): void {
  const { state } = readPostmaster(cluster)
  if (state === 'running') return
  // Backends that outlived their server are found by the file's shared memory key alone: then it has to stay.
  if (state === 'foreign' && !anyProcessIn(cluster)) rmSync(writeFile(cluster), { force: true })
  // Nobody but a server of this cluster has a socket in this folder.
  if (!anyProcessIn(cluster)) rmSync(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true })
}

function writeFile(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

// A PostgreSQL server works in its data directory; other systems have no /proc, there its command line tells.
function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') return workingFolder(pid) === realpathSync(cluster)
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

function workingFolder(pid: number | string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function anyProcessIn(cluster: string): boolean {
  if (process.platform !== 'linux' || !existsSync(cluster)) return false
  const folder = realpathSync(cluster)
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && workingFolder(name) === folder)
}

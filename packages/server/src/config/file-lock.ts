import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { type FileHandle, link, open, readFile, rename, stat, unlink, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../kit/clock.ts'
import { isDiskFull } from '../kit/disk-full.ts'

const heartbeatMs = 2_000
/** Five missed heartbeats: only then may a holder that we cannot look at be thought dead. */
const abandonedAfterMs = 5 * heartbeatMs

/**
 * Runs `work` while this process alone holds the lock file at `path` (created with O_EXCL, beside what it
 * guards). A holder that died is noticed: at once on the same machine, by its missed heartbeats when it is in
 * another container that shares the volume.
 */
export async function withFileLock<T>(path: string, clock: Clock, work: () => Promise<T>): Promise<T> {
  const holder = await acquire(path, holderText(), clock)
  const beat = setInterval(() => touch(path, clock), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await release(path, holder)
  }
}

/** Answers what the lock file holds: who we are, or nothing where the disk is full. */
async function acquire(path: string, holder: string, clock: Clock): Promise<string> {
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    const content = await create(path, holder)
    if (content !== undefined) return content
    const otherHolder = await readIfThere(path)
    if (otherHolder !== undefined && (await isAbandoned(path, otherHolder, clock)))
      await breakLock(path, otherHolder)
    else await sleep(wait)
  }
}

async function create(path: string, holder: string): Promise<string | undefined> {
  let file: FileHandle
  try {
    file = await open(path, 'wx', 0o600)
  } catch (error) {
    if (getCode(error) === 'EEXIST') return undefined
    throw error
  }
  try {
    await file.writeFile(holder)
    return holder
  } catch (error) {
    if (!isDiskFull(error)) throw error
    // It is the name that locks, and heartbeats need no room: what runs on a full disk can still be stopped in good order.
    await file.truncate(0)
    return ''
  } finally {
    await file.close()
  }
}

interface Holder {
  place: string
  pid: number
  started: string
  nonce: string
}

function holderText(): string {
  const holder: Holder = {
    place: place(),
    pid: process.pid,
    started: getStart(process.pid) ?? '',
    nonce: randomBytes(8).toString('hex'),
  }
  return JSON.stringify(holder)
}

async function isAbandoned(path: string, owner: string, clock: Clock): Promise<boolean> {
  const holder = parseHolder(owner)
  if (holder?.place === place()) return !isAlive(holder)
  const touched = await stat(path).then(
    (stats) => stats.mtimeMs,
    () => undefined,
  )
  return touched !== undefined && clock.now().getTime() - touched > abandonedAfterMs
}

// Process ids mean something only inside one pid namespace: containers sharing a volume have several.
function place(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (getCode(error) === 'ESRCH') return false
  }
  const started = getStart(holder.pid)
  return started === undefined || holder.started === '' || started === holder.started
}

/** When a process started, in clock ticks since boot (proc(5), stat field 22); tells a reused pid apart. */
function getStart(pid: number): string | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}

// Renaming is the atomic step: of several processes that found the same dead holder, one moves the file away.
// Should it have moved a fresh lock instead, it puts that back.
async function breakLock(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomBytes(6).toString('hex')}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (getCode(error) === 'ENOENT') return
    throw error
  }
  if ((await readFile(aside, 'utf8')) !== judged) await link(aside, path).catch(() => {})
  await unlink(aside)
}

async function release(path: string, mine: string): Promise<void> {
  if ((await readIfThere(path)) === mine) await unlink(path)
}

function touch(path: string, clock: Clock): void {
  const now = clock.now()
  utimes(path, now, now).catch(() => {})
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (getCode(error) === 'ENOENT') return undefined
    throw error
  }
}

function parseHolder(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined // its writer is between creating the file and filling it, or died there
  }
}

function getCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code
}

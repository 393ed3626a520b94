import { readFileSync, readdirSync } from 'node:fs'

/** All processes descending from `roots`, the roots included: a server with its database. Linux only. */
export function getFamily(roots: readonly number[]): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    const parent = Number.isInteger(pid) ? getParent(pid) : undefined
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const family = new Set<number>()
  const add = (pid: number) => {
    if (family.has(pid)) return
    family.add(pid)
    for (const child of children.get(pid) ?? []) add(child)
  }
  for (const root of roots) add(root)
  return [...family]
}

function getParent(pid: number): number | undefined {
  // The name, in parentheses, may itself hold blanks and parentheses (proc_pid_stat(5)).
  const text = read(`/proc/${pid}/stat`)
  return text === undefined ? undefined : Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}

/** CPU nanoseconds by thread. */
export type CpuTimes = ReadonlyMap<string, number>

/**
 * What the family has used until now. The scheduler's own account (`schedstat`, nanoseconds) instead of `stat` with
 * its hundredths of a second, so that single calls can be told apart.
 */
export function cpuTimes(roots: readonly number[]): CpuTimes {
  const times = new Map<string, number>()
  for (const pid of getFamily(roots)) {
    for (const thread of list(`/proc/${pid}/task`)) {
      const text = read(`/proc/${pid}/task/${thread}/schedstat`)
      if (text !== undefined) times.set(thread, Number(text.split(' ')[0]))
    }
  }
  return times
}

/** CPU milliseconds between two readings. A thread that ended in between is left out. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): number {
  let nanoseconds = 0
  for (const [thread, time] of after) nanoseconds += time - (before.get(thread) ?? 0)
  return nanoseconds / 1e6
}

/** Proportional set size in MiB: memory that processes share is counted once. */
export function getMemory(roots: readonly number[]): number {
  let kibibytes = 0
  for (const pid of getFamily(roots)) {
    const [, pss] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '') ?? []
    kibibytes += Number(pss ?? 0)
  }
  return kibibytes / 1024
}

/** Undefined for what has just ended. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

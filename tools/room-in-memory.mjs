import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const name = 'plm-' // short: paths of sockets end at 108 bytes
const gigabyte = 2 ** 30

/**
 * A folder in memory for the databases of tests, where a machine has plenty of it: they make hundreds and throw them away,
 * and with a disk below them a quarter of their time goes into writing files that nobody will read. Undefined where
 * memory is short.
 */
export function roomInMemory() {
  if (!isPlenty()) return undefined
  forgetTheDead()
  const folder = join(memory, `${name}${process.pid}`)
  mkdirSync(folder)
  chmodSync(folder, 0o711) // the database runs as another user when we are root
  return { folder, leave: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) }
}

function isPlenty() {
  if (!existsSync(memory)) return false
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize >= 8 * gigabyte && process.availableMemory() >= 12 * gigabyte
}

/** Removes the folders of runs that were killed, also of one whose process id is ours now. */
function forgetTheDead() {
  for (const entry of readdirSync(memory)) {
    const [, pid] = entry.match(/^plm-(\d+)$/) ?? []
    if (pid === undefined || (Number(pid) !== process.pid && existsSync(`/proc/${pid}`))) continue
    rmSync(join(memory, entry), { recursive: true, force: true })
  }
}

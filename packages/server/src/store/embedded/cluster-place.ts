import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { EmbeddedUnavailable } from './embedded-errors.ts'
import { type SystemIdentity, canReach, serverIdentity } from './identity.ts'

/** The files and folders of one embedded cluster. `cluster` is PGDATA in PostgreSQL's terms; `work` lies beside it. */
export interface ClusterPlace {
  cluster: string
  work: string
  socketFolder: string
  logFile: string
  startLock: string
  identity: SystemIdentity
}

const hostFolder = '/var/lib/plmail'

/** sockaddr_un holds 108 bytes with the closing NUL (unix(7)); macOS 104, which the same fallback covers. */
const maxSocketPathLength = process.platform === 'darwin' ? 103 : 107

/**
 * `<data directory>/postgres` and a work folder beside it. When we are root and the server's user cannot get
 * through to the data directory (a checkout below a 0700 home), the cluster lives in a folder of its own below
 * /var/lib/plmail and `<data directory>/postgres` is a link to it.
 */
export function choosePlace(dataDirectory: string): ClusterPlace {
  const folder = join(dataDirectory, 'postgres')
  const cluster = linkTarget(folder) ?? reachable(dataDirectory, folder)
  const identity = serverIdentity(cluster)
  const work = `${cluster}.work`
  makeOwned(work, identity)
  const socketFolder = socketFolderFor(work, identity)
  return {
    cluster,
    work,
    socketFolder,
    logFile: join(work, 'server.log'),
    startLock: join(work, 'start.lock'),
    identity,
  }
}

function linkTarget(path: string): string | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(path) : undefined
}

function reachable(dataDirectory: string, folder: string): string {
  if (canReach(dataDirectory, serverIdentity(folder))) return folder
  const cluster = join(hostFolder, randomBytes(6).toString('hex'), 'postgres')
  try {
    symlinkSync(cluster, folder)
  } catch {
    const chosen = linkTarget(folder) // by a process that started together with this one
    if (chosen !== undefined) return chosen
    throw new EmbeddedUnavailable('rootOnly', folder)
  }
  for (const parent of [hostFolder, dirname(cluster)]) {
    mkdirSync(parent, { recursive: true })
    chmodSync(parent, 0o755)
  }
  return cluster
}

/** A folder only the server's user (and root) may enter. */
export function makeOwned(folder: string, { uid, gid }: SystemIdentity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (uid !== undefined && gid !== undefined) {
    chownSync(folder, uid, gid)
    chmodSync(folder, 0o700)
  }
}

function socketFolderFor(work: string, identity: SystemIdentity): string {
  if (Buffer.byteLength(join(work, '.s.PGSQL.5432')) <= maxSocketPathLength) return work
  const digest = createHash('sha256').update(work).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `plmail-${digest}`)
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  // Anybody may make a folder there under a name that can be worked out; a stranger's is not to be used.
  const mine = new Set([process.getuid?.(), identity.uid])
  if (stats && (!stats.isDirectory() || !mine.has(stats.uid))) {
    throw new EmbeddedUnavailable('foreignFolder', folder)
  }
  makeOwned(folder, identity)
  return folder
}

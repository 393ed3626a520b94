import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** The user the database server runs as; `uid` undefined means ours. PostgreSQL refuses to run as root. */
export interface SystemIdentity {
  uid?: number
  gid?: number
}

/**
 * Ours unless we are root. As root: the owner of an existing cluster, else the user `postgres`, else `nobody`
 * (initdb wants a user that has a passwd entry, and `nobody` has one everywhere).
 */
export function serverIdentity(cluster: string): SystemIdentity {
  if (process.getuid?.() !== 0) return {}
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return passwdEntry('postgres') ?? passwdEntry('nobody') ?? { uid: 65_534, gid: 65_534 }
}

function passwdEntry(name: string): SystemIdentity | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
  const uid = Number(fields?.[2])
  const gid = Number(fields?.[3])
  return Number.isInteger(uid) && Number.isInteger(gid) && uid !== 0 ? { uid, gid } : undefined
}

/** Whether that user gets through every folder above and including `path`; always true for our own user. */
export function canReach(path: string, { uid, gid }: SystemIdentity): boolean {
  if (uid === undefined) return true
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const stats = statSync(folder, { throwIfNoEntry: false })
    if (stats && !mayPass(stats, uid, gid)) return false
    if (dirname(folder) === folder) return true
  }
}

// The permission class is chosen by ownership first (path_resolution(7)): an owner without `x` is kept out.
function mayPass(
  of: { mode: number; uid: number; gid: number },
  uid: number,
  gid: number | undefined,
): boolean {
  if (of.uid === uid) return (of.mode & 0o100) !== 0
  if (of.gid === gid) return (of.mode & 0o010) !== 0
  return (of.mode & 0o001) !== 0
}

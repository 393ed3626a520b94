import { constants } from 'node:fs'
import { cp, lchown, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CopyFailed } from './embedded-errors.ts'
import type { ClusterPlace } from './cluster-place.ts'

/**
 * Returns the folder in which the cluster is stored as it was before the last upgrade; renaming it to `postgres` undoes
 * the upgrade.
 */
const getCopy = ({ cluster }: Pick<ClusterPlace, 'cluster'>): string => `${cluster}.before-upgrade`

/**
 * Copies the cluster of a stopped server, in place of an earlier copy. It is complete and on disk before it gets
 * its name. Throws CopyFailed; what was kept before is then still there.
 */
export async function keepCopyOfCluster(place: ClusterPlace): Promise<void> {
  const [copy, partial] = [getCopy(place), `${getCopy(place)}.partial`]
  try {
    await rm(partial, { recursive: true, force: true })
    // Where the file system can share blocks (btrfs, XFS, APFS) a copy takes neither time nor space.
    await cp(place.cluster, partial, { recursive: true, mode: constants.COPYFILE_FICLONE })
    await settle(partial, place)
    await rm(copy, { recursive: true, force: true })
    await rename(partial, copy)
    await sync(dirname(copy))
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw new CopyFailed(place.cluster, error)
  }
}

export async function dropCopyOfCluster(place: ClusterPlace): Promise<void> {
  await rm(getCopy(place), { recursive: true, force: true })
}

/** Gives every entry to the server's user, which a copy made by root does not, and waits until it is on disk. */
async function settle(path: string, { identity }: ClusterPlace): Promise<void> {
  const { uid, gid } = identity
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const inside = entries.map((entry) => ({ entry, at: join(entry.parentPath, entry.name) }))
  if (uid !== undefined && gid !== undefined) {
    for (const at of [path, ...inside.map((entry) => entry.at)]) await lchown(at, uid, gid)
  }
  for (const { entry, at } of inside) if (entry.isFile() || entry.isDirectory()) await sync(at)
  await sync(path)
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  await file.sync().finally(() => file.close())
}

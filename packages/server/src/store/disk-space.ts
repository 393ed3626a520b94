import { statfs } from 'node:fs/promises'

/** With less than this a disk counts as full: PostgreSQL writes its log in files of 16 MiB and ends when it cannot. */
const minBytes = 32 * 1024 * 1024

/** Whether every one of these folders lies on a disk that can still be written to. */
export async function hasDiskSpace(folders: readonly string[]): Promise<boolean> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder)))
  return disks.every(({ bavail, bsize, files, ffree }) => {
    const hasEntries = files === 0 || ffree > 0 // some file systems do not count entries
    return bavail * bsize >= minBytes && hasEntries
  })
}

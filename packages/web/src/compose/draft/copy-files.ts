import type { DraftFile } from './message.ts'

/** Copies blobs of one account into another; the new blob id by the old one, undefined when that fails. */
export type CopyFiles = (
  fromAccountId: string,
  accountId: string,
  blobIds: readonly string[],
) => Promise<ReadonlyMap<string, string> | undefined>

/** The files with those of other accounts as files of this one; undefined when that fails. */
export async function withFilesOf(
  accountId: string,
  files: readonly DraftFile[],
  copy: CopyFiles,
): Promise<ReadonlyMap<number, DraftFile> | undefined> {
  const copies = new Map<number, DraftFile>()
  const foreign = files.flatMap(({ blob }) => (blob && blob.accountId !== accountId ? [blob] : []))
  for (const from of new Set(foreign.map((blob) => blob.accountId))) {
    const ids = foreign.flatMap((blob) => (blob.accountId === from ? [blob.blobId] : []))
    const copied = await copy(from, accountId, ids)
    if (!copied) return undefined
    for (const file of files) {
      const blobId = file.blob?.accountId === from ? copied.get(file.blob.blobId) : undefined
      if (blobId !== undefined) copies.set(file.id, { ...file, blob: { accountId, blobId } })
    }
  }
  return copies
}

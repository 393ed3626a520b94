import type { QueuedMessages } from '../../disk/index.ts'
import type { BlobUpload } from '../../net/index.ts'
import type { Refusal } from '../../words/refusals.ts'
import type { QueuedContent, QueuedFile } from './queued-content.ts'

export interface QueueUploadParts {
  upload: BlobUpload
  storage: Pick<QueuedMessages, 'change'>
  now: () => number
}

export type Uploaded =
  | { kind: 'up'; content: QueuedContent }
  | { kind: 'unreachable' }
  | { kind: 'withdrawn' }
  | { kind: 'refused'; why: Refusal }

/** The server lets go of an upload that no message holds after a day. */
const freshMs = 12 * 3_600_000

/**
 * Sends up the files that were added without a network. Each is noted on the device as soon as the server has it, so that a lost
 * connection repeats none of them.
 */
export async function uploadFiles(
  { upload, storage, now }: QueueUploadParts,
  id: string,
  queued: QueuedContent,
): Promise<Uploaded> {
  let content = queued
  const { accountId } = content.draft.fields.sender
  for (const file of content.files ?? []) {
    if (file.uploadedAt !== undefined && now() - file.uploadedAt < freshMs) continue
    const outcome = await upload(accountId, file.bytes, () => undefined, new AbortController().signal)
    if (outcome.kind === 'too-large') return { kind: 'refused', why: { type: 'tooLarge' } }
    if (outcome.kind !== 'kept') return { kind: 'unreachable' }
    content = withUpload(content, { ...file, uploadedAt: now() }, { accountId, blobId: outcome.blobId })
    if (!(await storage.change(id, { content }))) return { kind: 'withdrawn' }
  }
  return { kind: 'up', content }
}

function withUpload(
  content: QueuedContent,
  uploaded: QueuedFile,
  blob: { accountId: string; blobId: string },
): QueuedContent {
  const { fields } = content.draft
  const files = fields.files.map((file) =>
    file.id === uploaded.id ? { ...file, blob, state: 'kept' as const, progress: 1 } : file,
  )
  return {
    ...content,
    draft: { ...content.draft, fields: { ...fields, files } },
    files: content.files?.map((file) => (file.id === uploaded.id ? uploaded : file)) ?? [],
  }
}

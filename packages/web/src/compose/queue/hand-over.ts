import type { EmailSubmission } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import type { QueuedMessages } from '../../disk/index.ts'
import { createBatch, type BlobUpload, type Jmap } from '../../net/index.ts'
import { roleName } from '../../words/index.ts'
import type { Refusal } from '../../words/refusals.ts'
import { envelopeOf, type When } from '../draft/envelope.ts'
import { emailOf, type Fields } from '../draft/message.ts'
import type { QueuedContent } from './queued-content.ts'
import { uploadFiles } from './uploads.ts'

export interface QueueHandOverParts {
  jmap: Jmap
  records: Pick<App['records'], 'drafts' | 'submissions' | 'mailboxFor'>
  storage: QueuedMessages
  upload: BlobUpload
  now: () => number
}

export type HandedOver =
  | { kind: 'sent'; submission: Pick<EmailSubmission, 'id' | 'emailId' | 'sendAt' | 'undoStatus'> }
  /** Nobody knows: it is handed over again, under the same name. */
  | { kind: 'unreachable' }
  /** Its writer has taken it back meanwhile. */
  | { kind: 'withdrawn' }
  | { kind: 'refused'; why: Refusal }

const unreachable = { kind: 'unreachable' } as const

/**
 * Makes a draft of a queued message and its submission, once: the submission has the message's name at the server, and the
 * draft a Message-ID of its own, so that what a lost answer has left behind is found.
 */
export async function handOver(
  parts: QueueHandOverParts,
  id: string,
  content: QueuedContent,
): Promise<HandedOver> {
  const { records, storage, jmap } = parts
  const { fields } = content.draft
  const { accountId, identity } = fields.sender
  const earlier = await submissionNamed(jmap, accountId, id)
  if (earlier.kind !== 'none') return earlier
  const draft = await draftOf(parts, id, content)
  if (draft.kind !== 'draft') return draft
  // From here on the server may have it, whatever becomes of the answer.
  if (!(await storage.change(id, { isTried: true }))) return { kind: 'withdrawn' }
  const { emailId, former } = draft
  const envelope = envelopeOf(fields, stillAhead(content.when, parts.now()))
  const outcome = await records.submissions.send(
    accountId,
    { identityId: identity.id, emailId, envelope },
    id,
  )
  if (outcome.kind === 'unreachable') return unreachable
  if (outcome.kind === 'refused') return { kind: 'refused', why: outcome.why }
  if (former.length > 0) await records.drafts.destroy(accountId, former)
  const sendAt = outcome.sendAt.toISOString()
  return { kind: 'sent', submission: { id: outcome.id, emailId, sendAt, undoStatus: 'pending' } }
}

/** Returns the server's submission of this name; `refused` where the account is gone. */
export async function submissionNamed(
  jmap: Jmap,
  accountId: string,
  operation: string,
): Promise<Exclude<HandedOver, { kind: 'withdrawn' }> | { kind: 'none' }> {
  const batch = createBatch()
  const query = batch.add('EmailSubmission/query', { accountId, filter: { operations: [operation] } })
  const get = batch.add('EmailSubmission/get', {
    accountId,
    '#ids': { resultOf: query.id, name: query.name, path: '/ids' },
  })
  const answer = (await jmap.send(batch))?.of(get)
  if (!answer) return unreachable
  if (!answer.ok) return { kind: 'refused', why: answer.error }
  const [submission] = answer.value.list
  return submission ? { kind: 'sent', submission } : { kind: 'none' }
}

type ServerDraft = { kind: 'draft'; emailId: string; former: readonly string[] }

/** Returns the draft to send, which is created if there is none; it replaces the `former` ones. */
async function draftOf(
  parts: QueueHandOverParts,
  id: string,
  content: QueuedContent,
): Promise<ServerDraft | Exclude<HandedOver, { kind: 'sent' }>> {
  const { drafts } = parts.records
  const { draft: saved, fields } = content.draft
  const { accountId } = fields.sender
  const [made, former] = await Promise.all([
    drafts.findByMessageId(accountId, [content.messageId]),
    content.formerMessageIds.length === 0
      ? ([] as string[])
      : drafts.findByMessageId(accountId, content.formerMessageIds),
  ])
  if (!made || !former) return unreachable
  const [emailId] = made
  if (emailId !== undefined) return { kind: 'draft', emailId, former }
  if (content.isSaved && saved?.accountId === accountId) {
    const source = await drafts.source(accountId, saved.emailId)
    if (source === undefined) return unreachable
    // Sent from another device meanwhile, its submission is found by it.
    if (source) return { kind: 'draft', emailId: saved.emailId, former: [] }
  }
  const uploaded = await uploadFiles(parts, id, content)
  return uploaded.kind === 'up' ? makeDraft(parts.records, uploaded.content, former) : uploaded
}

async function makeDraft(
  { drafts, mailboxFor }: QueueHandOverParts['records'],
  { draft, messageId }: QueuedContent,
  former: readonly string[],
): Promise<ServerDraft | Exclude<HandedOver, { kind: 'sent' }>> {
  const { accountId } = draft.fields.sender
  const draftsId = await mailboxFor(accountId, 'drafts', roleName.drafts ?? 'Drafts')
  const fields = await withFilesIn(accountId, draft.fields, drafts.copyFiles)
  if (draftsId === undefined || !fields) return unreachable
  const email = emailOf(fields, draft.body, draftsId, messageId)
  const outcome = await drafts.save(accountId, email, draft.draft)
  if (outcome.kind !== 'saved') return outcome
  return { kind: 'draft', emailId: outcome.draft.emailId, former }
}

/** With the files of another account as those of this one; undefined when no answer came. */
async function withFilesIn(
  accountId: string,
  fields: Fields,
  copyFiles: QueueHandOverParts['records']['drafts']['copyFiles'],
): Promise<Fields | undefined> {
  const copied = new Map<string, string>()
  for (const from of new Set(fields.files.flatMap(({ blob }) => blob?.accountId ?? []))) {
    if (from === accountId) continue
    const blobIds = fields.files.flatMap(({ blob }) => (blob?.accountId === from ? [blob.blobId] : []))
    const ids = await copyFiles(from, accountId, blobIds)
    if (!ids) return undefined
    for (const [before, after] of ids) copied.set(`${from} ${before}`, after)
  }
  const files = fields.files.map((file) => {
    const blobId = file.blob && copied.get(`${file.blob.accountId} ${file.blob.blobId}`)
    return blobId === undefined ? file : { ...file, blob: { accountId, blobId } }
  })
  return { ...fields, files }
}

/** A message whose time has passed meanwhile is sent after the shortest hold, which leaves a moment to undo. */
function stillAhead(when: When, now: number): When {
  return 'at' in when && when.at.getTime() <= now ? { holdSeconds: 10 } : when
}

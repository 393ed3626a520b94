import { emailWireId, threadWireId } from '@plmail/wire'
import type { Arrival, Created, Mail } from '../../../mail/index.ts'
import { encodeBlobId } from '../../engine/blob-id.ts'
import { type CallContext, type JmapAccount, MethodFailure } from '../../engine/method.ts'
import type { Placement } from './creation.ts'
import { mailboxIdsJson, type Places, loadPlaces, tooManyMailboxes } from './fit-mailboxes.ts'
import type { PatchError } from './patch.ts'
import { refusalError } from './refusal-error.ts'

/** Bytes that are to become an Email. */
export interface NewEmail extends Placement {
  raw: Buffer
}

/** One whose mailboxes are what the provider will make of those asked for. */
interface PlacedEmail extends NewEmail {
  isMovedByProvider?: boolean
}

/** Outcome of one call's new Emails, by creation id. */
export interface Added {
  created: Array<[string, Record<string, unknown>]>
  notCreated: Array<[string, PatchError]>
  oldState: number
  newState: number
}

/** A batch is in memory as a whole and written in one transaction. */
const batchBytes = 32 * 1024 * 1024
const batchMessages = 250

/**
 * Adds Emails that are made here (/set create, /import, /copy), in batches. One that cannot be had leaves the others
 * alone. Throws `stateMismatch` before anything is written. Without anything to add the states are those of now.
 */
export async function addEmails(
  mail: Mail,
  account: JmapAccount,
  verb: string,
  emails: AsyncIterable<[creationId: string, email: NewEmail | PatchError]>,
  ifInState: number | undefined,
  context: CallContext,
): Promise<Added> {
  const added: Added = { created: [], notCreated: [], oldState: 0, newState: 0 }
  const write = writer(mail, account, verb, added, context)
  const places = await loadPlaces(mail, account)
  let expected = ifInState
  let hasWritten = false
  let batch: Array<[string, PlacedEmail]> = []
  let bytes = 0
  for await (const [creationId, requestedEmail] of emails) {
    const email = fitted(requestedEmail, places, verb)
    if ('type' in email) added.notCreated.push([creationId, email])
    else {
      batch.push([creationId, email])
      bytes += email.raw.length
    }
    if (batch.length < batchMessages && bytes < batchBytes) continue
    await write(batch, expected)
    hasWritten = true
    expected = undefined
    batch = []
    bytes = 0
  }
  if (batch.length > 0 || !hasWritten) await write(batch, expected)
  return added
}

/** As the provider will have it; an /import names the property (RFC 8621 §4.8), the others the limit (§4.6). */
function fitted(
  email: NewEmail | PatchError,
  places: Places | undefined,
  verb: string,
): PlacedEmail | PatchError {
  if ('type' in email || !places) return email
  const fit = places.fit(email.mailboxIds)
  if (fit !== 'too-many') return { ...email, mailboxIds: fit.mailboxIds, isMovedByProvider: !fit.isAsAsked }
  return verb === 'import'
    ? { ...tooManyMailboxes, type: 'invalidProperties', properties: ['mailboxIds'] }
    : tooManyMailboxes
}

type Batch = ReadonlyArray<readonly [string, PlacedEmail]>

function writer(mail: Mail, account: JmapAccount, verb: string, added: Added, context: CallContext) {
  const actor = { kind: 'user' as const, userId: context.caller.userId }
  let isFirst = true
  return async (batch: Batch, ifState: number | undefined): Promise<void> => {
    const arrivals = await prepared(mail, batch)
    const outcome = await mail.actions.create(actor, account.id, verb, arrivals, ifState)
    if (outcome === 'state-mismatch') throw new MethodFailure('stateMismatch')
    if (isFirst) added.oldState = outcome.oldState
    isFirst = false
    added.newState = outcome.newState
    for (const [index, [creationId, { isMovedByProvider = false }]] of batch.entries()) {
      const result = outcome.outcomes[index] ?? 'not-found'
      const arrival = arrivals[index]
      if (typeof result === 'string') added.notCreated.push([creationId, refusalError(result)])
      else if (arrival) {
        context.createdIds.set(creationId, emailWireId.encode(result.id))
        added.created.push([creationId, createdJson(result, arrival, isMovedByProvider)])
      }
    }
  }
}

async function prepared(mail: Mail, batch: Batch): Promise<Arrival[]> {
  const messages = await mail.ingest.prepare(batch.map(([, { raw }]) => raw))
  return batch.flatMap(([, { mailboxIds, keywords, receivedAt }], index) => {
    const message = messages[index]
    return message ? [{ prepared: message, mailboxIds, keywords, ...(receivedAt ? { receivedAt } : {}) }] : []
  })
}

/** Returns the properties that the server adds to an Email that a client creates (RFC 8621 §4.6, §4.7, §4.8). */
function createdJson(
  { id, threadId }: Created,
  { prepared: { digest, size }, mailboxIds }: Arrival,
  isMovedByProvider: boolean,
) {
  return {
    id: emailWireId.encode(id),
    blobId: encodeBlobId(digest),
    threadId: threadWireId.encode(threadId),
    size,
    ...(isMovedByProvider ? { mailboxIds: mailboxIdsJson(mailboxIds) } : {}),
  }
}

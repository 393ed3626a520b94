import { type AccountId, capability, type MailboxId, mailboxWireId } from '@plmail/wire'
import type { Change, Changes } from '../../../changes/index.ts'
import type { Mail, MailboxRefusal, MailboxView } from '../../../mail/index.ts'
import { readBoolean, type JsonObject, optionalString } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import {
  inOrderOfReference,
  invalidProperties,
  nothingSet,
  setAnswer,
  type SetError,
  type SetOutcome,
  type SetRequest,
  setRequest,
} from '../../engine/set.ts'
import { myRights } from './json.ts'
import { mailboxId, mailboxPatch, readNewMailbox } from './properties.ts'

/**
 * Waits, for a short time at most, until the mail server has answered the creation of these mailboxes; answers those
 * that it refused.
 */
export type RefusedMailboxes = (
  accountId: AccountId,
  ids: readonly MailboxId[],
) => Promise<ReadonlySet<MailboxId>>

export interface MailboxSetNeeds {
  mail: Mail
  changes: Changes
  /** Without it a creation is answered at once. */
  refusedMailboxes?: RefusedMailboxes
}

/** Mailbox/set (RFC 8621 §2.5). The whole call is one write: its states and `ifInState` hold for all of it. */
export function mailboxSet({ mail, changes, refusedMailboxes }: MailboxSetNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const hasLists = context.using.has(capability.lists)
      const request = setRequest(args, context.caller, [
        'onDestroyRemoveEmails',
        ...(hasLists ? ['onDestroyMoveEmailsTo'] : []),
      ])
      const removeEmails = readBoolean(args, 'onDestroyRemoveEmails', false)
      const moveTo = mailboxId(optionalString(args, 'onDestroyMoveEmailsTo'), context.createdIds)
      const { account, ifInState } = request
      const list = await mail.mailboxes.list(account.id)
      const present = new Map(list.map((mailbox) => [mailbox.id, mailbox]))
      const actor = { kind: 'user' as const, userId: context.caller.userId }
      const written = await changes.write(account.id, { actor, verb: getVerb(request) }, async (change) => {
        const oldState = change.state - 1
        if (ifInState !== undefined && ifInState !== oldState) return undefined
        const work: Work = {
          mail,
          change,
          request,
          removeEmails,
          moveTo,
          hasLists,
          present,
          outcome: nothingSet(),
          createdIds: new Map(context.createdIds),
        }
        await createAll(work)
        await updateAll(work)
        await destroyAll(work)
        return { oldState, outcome: work.outcome, createdIds: work.createdIds }
      })
      if (!written.result) throw new MethodFailure('stateMismatch')
      const { oldState, outcome, createdIds } = written.result
      // An IMAP server decides by itself which names it takes (RFC 8621 §2.5): a folder that it refuses was never made.
      const refusedIds = await (account.provider === 'imap'
        ? refusedMailboxes?.(account.id, listCreatedIds(outcome))
        : undefined)
      if (refusedIds && refusedIds.size > 0) withdraw(outcome, createdIds, refusedIds)
      const newState = refusedIds ? await changes.state(account.id) : written.state
      for (const [name, id] of createdIds) context.createdIds.set(name, id)
      return setAnswer(account, { oldState, newState }, outcome)
    },
  }
}

function listCreatedIds({ created }: SetOutcome): MailboxId[] {
  return [...created.values()].flatMap((json) => mailboxWireId.decode(json['id']) ?? [])
}

function withdraw(
  { created, notCreated }: SetOutcome,
  createdIds: Map<string, string>,
  refusedIds: ReadonlySet<MailboxId>,
): void {
  for (const [name, json] of created) {
    const id = mailboxWireId.decode(json['id'])
    if (id === undefined || !refusedIds.has(id)) continue
    created.delete(name)
    createdIds.delete(name)
    notCreated.set(name, invalidProperties(['name'], { problem: 'mailboxes/unusable-name' }))
  }
}

function getVerb({ create, update, destroy }: SetRequest): string {
  if (update.length === 0 && destroy.length === 0) return 'create-mailbox'
  if (create.length === 0 && destroy.length === 0) return 'change-mailbox'
  if (create.length === 0 && update.length === 0) return 'destroy-mailbox'
  return 'change-mailboxes'
}

interface Work {
  mail: Mail
  change: Change
  request: SetRequest
  removeEmails: boolean
  /** Mailbox that receives mail of a destroyed mailbox that is in no other (lists extension). */
  moveTo: MailboxId | undefined
  /** Whether the request uses the lists extension. */
  hasLists: boolean
  /** As they were before the call. */
  present: ReadonlyMap<MailboxId, MailboxView>
  outcome: SetOutcome
  /** Creation ids of the whole request, extended by this call. */
  createdIds: Map<string, string>
}

async function createAll(work: Work): Promise<void> {
  for (const [name, json] of inOrderOfReference(work.request.create, (create) => create['parentId'])) {
    const created = await createOne(work, json)
    if ('type' in created) work.outcome.notCreated.set(name, created)
    else {
      work.createdIds.set(name, mailboxWireId.encode(created.id))
      work.outcome.created.set(name, created.json)
    }
  }
}

async function createOne(
  { mail, change, createdIds, hasLists }: Work,
  json: JsonObject,
): Promise<{ id: MailboxId; json: Record<string, unknown> } | SetError> {
  if (!hasLists && Object.hasOwn(json, 'hue')) return invalidProperties(['hue'])
  const mailbox = readNewMailbox(json, createdIds)
  if ('type' in mailbox) return mailbox
  const created = await mail.mailboxes.create(change, mailbox)
  if (!created.ok) return setError(created.why)
  // Everything that the client does not know yet (RFC 8620 §5.3).
  const name = mailbox.name.normalize('NFC')
  const all = { parentId: null, role: null, isSubscribed: true, sortOrder: created.sortOrder }
  const defaults = Object.entries(all).filter(([property]) => !Object.hasOwn(json, property))
  const rest = {
    id: mailboxWireId.encode(created.id),
    ...(name === mailbox.name ? {} : { name }),
    totalEmails: 0,
    unreadEmails: 0,
    totalThreads: 0,
    unreadThreads: 0,
    myRights: myRights({ role: null, isSelectable: true }),
  }
  return { id: created.id, json: { ...rest, ...Object.fromEntries(defaults) } }
}

async function updateAll(work: Work): Promise<void> {
  const { request, outcome, createdIds, present } = work
  const going = new Set(request.destroy.map((text) => mailboxId(text, createdIds)))
  for (const [text, json] of request.update) {
    const id = mailboxId(text, createdIds)
    if (id !== undefined && going.has(id) && present.has(id))
      outcome.notUpdated.set(text, { type: 'willDestroy' })
    else {
      const done = id === undefined ? refuseUpdate({ type: 'notFound' }) : await updateOne(work, id, json)
      if (done.ok) outcome.updated.set(id === undefined ? text : mailboxWireId.encode(id), done.changed)
      else outcome.notUpdated.set(text, done.error)
    }
  }
}

type Updated = { ok: true; changed: Record<string, unknown> | null } | { ok: false; error: SetError }

const refuseUpdate = (error: SetError): Updated => ({ ok: false, error })

async function updateOne(
  { mail, change, present, createdIds, hasLists }: Work,
  id: MailboxId,
  json: JsonObject,
): Promise<Updated> {
  if (!hasLists && Object.hasOwn(json, 'hue')) return refuseUpdate(invalidProperties(['hue']))
  const patch = mailboxPatch(json, present.get(id), createdIds)
  if ('type' in patch) return refuseUpdate(patch)
  const why = await mail.mailboxes.update(change, id, patch)
  if (why) return refuseUpdate(setError(why))
  const name = patch.name?.normalize('NFC')
  return { ok: true, changed: name === patch.name ? null : { name } }
}

/** Children before their parents: a parent of what goes with it has no child any more. */
async function destroyAll(work: Work): Promise<void> {
  const { request, outcome, createdIds, mail, change, removeEmails, moveTo, present } = work
  const requested = request.destroy.map((text) => ({ text, id: mailboxId(text, createdIds) }))
  const depth = (id: MailboxId | undefined): number => {
    const mailbox = id === undefined ? undefined : present.get(id)
    return mailbox ? 1 + depth(mailbox.parentId ?? undefined) : 0
  }
  for (const { text, id } of requested.toSorted((a, b) => depth(b.id) - depth(a.id))) {
    const why =
      id === undefined ? 'not-found' : await mail.mailboxes.destroy(change, id, removeEmails, moveTo)
    if (why) outcome.notDestroyed.set(text, setError(why))
    else outcome.destroyed.push(id === undefined ? text : mailboxWireId.encode(id))
  }
}

function setError(why: MailboxRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'already-exists':
      return { type: 'alreadyExists', properties: ['name'], description: { problem: 'mailboxes/name-taken' } }
    case 'unknown-parent':
      return invalidProperties(['parentId'])
    case 'cycle':
      return invalidProperties(['parentId'], { problem: 'mailboxes/within-itself' })
    case 'bad-name':
      return invalidProperties(['name'])
    case 'role-taken':
      return invalidProperties(['role'], { problem: 'mailboxes/role-taken' })
    case 'role-fixed':
      return invalidProperties(['role'], { problem: 'mailboxes/role-from-server' })
    case 'forbidden':
      return { type: 'forbidden', description: { problem: 'mailboxes/fixed' } }
    case 'has-child':
      return { type: 'mailboxHasChild' }
    case 'has-email':
      return { type: 'mailboxHasEmail' }
  }
}

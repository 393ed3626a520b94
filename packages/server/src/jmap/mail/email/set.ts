import {
  accountWireId,
  capability,
  emailWireId,
  type JournalId,
  journalWireId,
  type MessageId,
} from '@plmail/wire'
import type { EmailPatch, EmailRefusal, Mail, UpdateOutcome } from '../../../mail/index.ts'
import {
  readAccount,
  readIds,
  type JsonObject,
  readObjects,
  onlyKnown,
  optionalString,
  withinSetLimit,
} from '../../engine/arguments.ts'
import type { ReadBytes } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import { limits } from '../../engine/limits.ts'
import {
  type Arguments,
  type CallContext,
  type JmapAccount,
  type Method,
  MethodFailure,
} from '../../engine/method.ts'
import { readOperation } from '../../engine/operation.ts'
import { type Added, addEmails, type NewEmail } from './add.ts'
import { takeCategory } from './category.ts'
import { creation } from './creation.ts'
import { expectedState } from './expected-state.ts'
import { fitUpdates } from './fit-mailboxes.ts'
import { takeMarks } from './mark-properties.ts'
import { parsePatch, type PatchError } from './patch.ts'
import { orNull, refusalError } from './refusal-error.ts'
import { withoutUnchanged } from './drop-unchanged.ts'

const verbShape = /^[a-z][a-z-]{0,39}$/

/**
 * Email/set (RFC 8621 §4.6): creates, then updates, then destroys; with the journal extension it tells how to undo
 * the updates.
 */
export function emailSet({ mail, readBytes }: { mail: Mail; readBytes: ReadBytes }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const withJournal = context.using.has(capability.journal)
      onlyKnown(args, [...allowed, ...(withJournal ? ['verb', 'operation'] : [])])
      const account = readAccount(args, context.caller)
      const setArguments = read(args)
      const added =
        setArguments.create.length === 0
          ? undefined
          : await create(mail, readBytes, account, setArguments, context)
      // only now: they may name what was just made
      const update = await withoutUnchanged(mail, account, setArguments.update, context)
      const request = await fit(mail, account, parse({ ...setArguments, update }, context))
      const outcome = await apply(mail, account, request, context)
      return answer(account, request, added, outcome, withJournal)
    },
  }
}

const allowed = ['accountId', 'ifInState', 'create', 'update', 'destroy']

/** The arguments, before creation ids are looked up. */
interface SetArguments {
  create: Array<[string, JsonObject]>
  update: Array<[string, JsonObject]>
  destroy: string[]
  ifInState: number | undefined
  verb: string
  operation: string | undefined
}

function read(args: Arguments): SetArguments {
  const creations = readObjects(args, 'create')
  const update = readObjects(args, 'update')
  const destroy = readIds(args, 'destroy', limits.maxObjectsInSet) ?? []
  withinSetLimit(creations.length + update.length + destroy.length)
  const ifInState = expectedState(args, 'ifInState')
  return {
    create: creations,
    update,
    destroy,
    ifInState,
    verb: readVerb(args),
    operation: readOperation(args),
  }
}

/** Composes each new Email from its properties; one that cannot be leaves the others alone. */
function create(
  mail: Mail,
  readBytes: ReadBytes,
  account: JmapAccount,
  { create: creations, ifInState }: SetArguments,
  context: CallContext,
): Promise<Added> {
  const domain = account.address.slice(account.address.lastIndexOf('@') + 1)
  const blob = (id: string) => readBytes(account.id, resolvedBlobId(id, context.createdIds))
  async function* composed(): AsyncGenerator<[string, NewEmail | PatchError]> {
    for (const [creationId, json] of creations) {
      const email = await creation(json, context.createdIds, blob)
      if ('type' in email) yield [creationId, email]
      else yield [creationId, { ...email, raw: mail.compose(email.draft, domain) }]
    }
  }
  return addEmails(mail, account, 'create', composed(), ifInState, context)
}

interface Request {
  patches: Map<MessageId, EmailPatch>
  notUpdated: Map<string, PatchError>
  /** Changes the provider will make to updates beyond what was asked. */
  changed: ReadonlyMap<MessageId, Record<string, unknown>>
  destroy: MessageId[]
  notDestroyed: Map<string, PatchError>
  ifInState: number | undefined
  verb: string
  operation: string | undefined
}

function parse(setArguments: SetArguments, context: CallContext): Request {
  const request: Request = {
    patches: new Map(),
    notUpdated: new Map(),
    changed: new Map(),
    destroy: [],
    notDestroyed: new Map(),
    // the creations were guarded by it, and moved the state
    ifInState: setArguments.create.length === 0 ? setArguments.ifInState : undefined,
    verb: setArguments.verb,
    operation: setArguments.operation,
  }
  const destroyed = new Set(setArguments.destroy.map((text) => resolved(text, context)))
  for (const [text, changes] of setArguments.update) addUpdate(request, text, changes, destroyed, context)
  for (const text of setArguments.destroy) {
    const id = emailWireId.decode(resolved(text, context))
    if (id === undefined) request.notDestroyed.set(text, { type: 'notFound' })
    else request.destroy.push(id)
  }
  return request
}

async function fit(mail: Mail, account: JmapAccount, request: Request): Promise<Request> {
  const { patches, refused, changed } = await fitUpdates(mail, account, request.patches)
  const notUpdated = new Map(request.notUpdated)
  for (const [id, error] of refused) notUpdated.set(emailWireId.encode(id), error)
  return { ...request, patches, notUpdated, changed }
}

/** An id, or what a creation id has become (RFC 8620 §5.3). */
const resolved = (text: string, { createdIds }: CallContext): string | undefined =>
  text.startsWith('#') ? createdIds.get(text.slice(1)) : text

function addUpdate(
  request: Request,
  text: string,
  changes: JsonObject,
  destroyed: ReadonlySet<string | undefined>,
  context: CallContext,
): void {
  const wireId = resolved(text, context)
  const id = emailWireId.decode(wireId)
  const patch = readPatch(changes, context)
  if (id === undefined) request.notUpdated.set(text, { type: 'notFound' })
  else if (destroyed.has(wireId)) request.notUpdated.set(text, { type: 'willDestroy' })
  else if ('type' in patch) request.notUpdated.set(text, patch)
  else request.patches.set(id, patch)
}

/** The properties of the snooze and the categories extension are there for requests that use them. */
function readPatch(changes: JsonObject, { createdIds, using }: CallContext): EmailPatch | PatchError {
  const later = using.has(capability.snooze) ? takeMarks(changes) : { rest: changes, marks: {}, bad: [] }
  const sorted = using.has(capability.categories)
    ? takeCategory(later.rest)
    : { rest: later.rest, choice: {}, bad: [] }
  const patch = parsePatch(sorted.rest, createdIds)
  const bad = [...later.bad, ...sorted.bad]
  if (bad.length === 0) return 'type' in patch ? patch : { ...patch, ...later.marks, ...sorted.choice }
  return {
    type: 'invalidProperties',
    properties: [...bad, ...('type' in patch ? (patch.properties ?? []) : [])],
  }
}

function readVerb(args: Arguments): string {
  const verb = optionalString(args, 'verb') ?? 'change'
  if (!verbShape.test(verb))
    throw new MethodFailure('invalidArguments', 'verb must be a short lower-case word', {
      arguments: ['verb'],
    })
  return verb
}

interface Applied {
  oldState: number
  newState: number
  updated: MessageId[]
  destroyed: MessageId[]
  refusedUpdates: ReadonlyMap<MessageId, EmailRefusal>
  refusedDestroys: ReadonlyMap<MessageId, EmailRefusal>
  journalId: JournalId | undefined
}

/** Updates, then destroys; `ifInState` guards the first write, the second follows on from it. */
async function apply(
  mail: Mail,
  account: JmapAccount,
  request: Request,
  context: CallContext,
): Promise<Applied> {
  const actor = { kind: 'user' as const, userId: context.caller.userId }
  const { verb, patches, destroy, ifInState, operation } = request
  const updates = granted(
    await mail.actions.update(
      actor,
      account.id,
      verb,
      patches,
      ifInState,
      patches.size > 0 ? nameOperation(operation, 'update') : undefined,
    ),
  )
  if (destroy.length === 0) return combined(updates, undefined)
  const expected = patches.size === 0 ? ifInState : undefined
  const name = nameOperation(operation, 'destroy')
  return combined(updates, granted(await mail.actions.destroy(actor, account.id, destroy, expected, name)))
}

/** Updates and destroys are two writes, each remembered by itself. */
const nameOperation = (operation: string | undefined, part: string): string | undefined =>
  operation && `${operation} ${part}`

function granted(outcome: UpdateOutcome | 'state-mismatch'): UpdateOutcome {
  if (outcome === 'state-mismatch') throw new MethodFailure('stateMismatch')
  return outcome
}

function combined(updates: UpdateOutcome, destroys: UpdateOutcome | undefined): Applied {
  return {
    oldState: updates.oldState,
    newState: destroys?.newState ?? updates.newState,
    updated: updates.done,
    destroyed: destroys?.done ?? [],
    refusedUpdates: updates.refused,
    refusedDestroys: destroys?.refused ?? new Map(),
    journalId: updates.journalId,
  }
}

function answer(
  account: JmapAccount,
  request: Request,
  added: Added | undefined,
  applied: Applied,
  withJournal: boolean,
): Record<string, unknown> {
  const notUpdated = [...request.notUpdated, ...refusals(applied.refusedUpdates)]
  const notDestroyed = [...request.notDestroyed, ...refusals(applied.refusedDestroys)]
  return {
    accountId: accountWireId.encode(account.id),
    oldState: String(added?.oldState ?? applied.oldState),
    newState: String(applied.newState),
    created: orNull(added?.created ?? []),
    notCreated: orNull(added?.notCreated ?? []),
    updated: orNull(applied.updated.map((id) => [emailWireId.encode(id), request.changed.get(id) ?? null])),
    notUpdated: orNull(notUpdated),
    destroyed: applied.destroyed.length === 0 ? null : applied.destroyed.map((id) => emailWireId.encode(id)),
    notDestroyed: orNull(notDestroyed),
    ...(withJournal
      ? { journalId: applied.journalId === undefined ? null : journalWireId.encode(applied.journalId) }
      : {}),
  }
}

function refusals(refused: ReadonlyMap<MessageId, EmailRefusal>): Array<[string, PatchError]> {
  return [...refused].map(([id, why]) => [emailWireId.encode(id), refusalError(why)])
}

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
  accountOf,
  idsOf,
  type JsonObject,
  objectsOf,
  onlyKnown,
  optionalString,
  withinSetLimit,
} from '../arguments.ts'
import { limits } from '../limits.ts'
import { type Arguments, type CallContext, type JmapAccount, type Method, MethodFailure } from '../method.ts'
import { parsePatch, type SetError } from './patch.ts'

const verbShape = /^[a-z][a-z-]{0,39}$/

/** Email/set (RFC 8621 §4.6): updates and destroys; with the journal extension it tells how to undo. */
export function emailSet({ mail }: { mail: Mail }): Method {
  return {
    capability: capability.mail,
    writes: true,
    run: async (args, context) => {
      const withJournal = context.using.has(capability.journal)
      onlyKnown(args, [
        'accountId',
        'ifInState',
        'create',
        'update',
        'destroy',
        ...(withJournal ? ['verb'] : []),
      ])
      const account = accountOf(args, context.caller)
      const request = parse(args, context)
      const outcome = await apply(mail, account, request, context)
      return answer(account, request, outcome, withJournal)
    },
  }
}

interface Request {
  create: Array<[string, JsonObject]>
  patches: Map<MessageId, EmailPatch>
  notUpdated: Map<string, SetError>
  destroy: MessageId[]
  notDestroyed: Map<string, SetError>
  ifInState: number | undefined
  verb: string
}

function parse(args: Arguments, context: CallContext): Request {
  const create = objectsOf(args, 'create')
  const update = objectsOf(args, 'update')
  const destroy = idsOf(args, 'destroy', limits.maxObjectsInSet) ?? []
  withinSetLimit(create.length + update.length + destroy.length)
  const request: Request = {
    create,
    patches: new Map(),
    notUpdated: new Map(),
    destroy: [],
    notDestroyed: new Map(),
    ifInState: expectedState(args),
    verb: verbOf(args),
  }
  for (const [text, changes] of update) addUpdate(request, text, changes, destroy, context)
  for (const text of destroy) {
    const id = emailWireId.decode(text)
    if (id === undefined) request.notDestroyed.set(text, { type: 'notFound' })
    else request.destroy.push(id)
  }
  return request
}

function addUpdate(
  request: Request,
  text: string,
  changes: JsonObject,
  destroy: readonly string[],
  context: CallContext,
): void {
  const id = emailWireId.decode(text)
  const patch = parsePatch(changes, context.createdIds)
  if (id === undefined) request.notUpdated.set(text, { type: 'notFound' })
  else if (destroy.includes(text)) request.notUpdated.set(text, { type: 'willDestroy' })
  else if ('type' in patch) request.notUpdated.set(text, patch)
  else request.patches.set(id, patch)
}

function expectedState(args: Arguments): number | undefined {
  const text = optionalString(args, 'ifInState')
  if (text === undefined) return undefined
  const state = Number(text)
  if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(state)) throw new MethodFailure('stateMismatch')
  return state
}

function verbOf(args: Arguments): string {
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
  const updates = granted(
    await mail.actions.update(actor, account.id, request.verb, request.patches, request.ifInState),
  )
  if (request.destroy.length === 0) return combined(updates, undefined)
  const expected = request.patches.size === 0 ? request.ifInState : undefined
  return combined(updates, granted(await mail.actions.destroy(actor, account.id, request.destroy, expected)))
}

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
  applied: Applied,
  withJournal: boolean,
): Record<string, unknown> {
  const notUpdated = [...request.notUpdated, ...refusals(applied.refusedUpdates)]
  const notDestroyed = [...request.notDestroyed, ...refusals(applied.refusedDestroys)]
  return {
    accountId: accountWireId.encode(account.id),
    oldState: String(applied.oldState),
    newState: String(applied.newState),
    created: null,
    notCreated: orNull(request.create.map(([id]): [string, SetError] => [id, notCreatable])),
    updated: orNull(applied.updated.map((id) => [emailWireId.encode(id), null])),
    notUpdated: orNull(notUpdated),
    destroyed: applied.destroyed.length === 0 ? null : applied.destroyed.map((id) => emailWireId.encode(id)),
    notDestroyed: orNull(notDestroyed),
    ...(withJournal
      ? { journalId: applied.journalId === undefined ? null : journalWireId.encode(applied.journalId) }
      : {}),
  }
}

const notCreatable: SetError = {
  type: 'forbidden',
  description: 'Messages come from the mail server; this server does not write new ones',
}

function refusals(refused: ReadonlyMap<MessageId, EmailRefusal>): Array<[string, SetError]> {
  return [...refused].map(([id, why]) => [emailWireId.encode(id), setError(why)])
}

function setError(why: EmailRefusal): SetError {
  switch (why) {
    case 'not-found':
      return { type: 'notFound' }
    case 'no-mailbox':
      return {
        type: 'invalidProperties',
        properties: ['mailboxIds'],
        description: 'A message is in at least one mailbox',
      }
    case 'unknown-mailbox':
    case 'mailbox-not-selectable':
      return { type: 'invalidProperties', properties: ['mailboxIds'] }
    case 'too-many-keywords':
      return { type: 'tooManyKeywords' } // RFC 8621 §4.6
  }
}

function orNull<T>(entries: ReadonlyArray<readonly [string, T]>): Record<string, T> | null {
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

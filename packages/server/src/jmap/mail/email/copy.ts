import { accountWireId, emailWireId, type MessageId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { EmailRow, Mail } from '../../../mail/index.ts'
import {
  readAccount,
  readBoolean,
  invalid,
  isObject,
  type JsonObject,
  readObjects,
  onlyKnown,
  optionalString,
  withinSetLimit,
} from '../../engine/arguments.ts'
import {
  type Arguments,
  type CallContext,
  type JmapAccount,
  type Method,
  MethodFailure,
} from '../../engine/method.ts'
import { type Added, addEmails, type NewEmail } from './add.ts'
import { readPlacement } from './creation.ts'
import { expectedState } from './expected-state.ts'
import type { PatchError } from './patch.ts'
import { orNull } from './refusal-error.ts'

const allowed = [
  'fromAccountId',
  'ifFromInState',
  'accountId',
  'ifInState',
  'create',
  'onSuccessDestroyOriginal',
  'destroyFromIfInState',
]

/** Email/copy (RFC 8620 §5.4, RFC 8621 §4.7): between two accounts of the caller. */
export function emailCopy({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, allowed)
      const from = readSourceAccount(args, context)
      const account = readAccount(args, context.caller)
      if (from.id === account.id) throw invalid('fromAccountId', 'another account than accountId')
      if (!isObject(args['create'])) throw invalid('create', 'an object by creation id')
      const create = readObjects(args, 'create')
      withinSetLimit(create.length)
      const destroysOriginal = readBoolean(args, 'onSuccessDestroyOriginal', false)
      const destroyIfInState = optionalString(args, 'destroyFromIfInState')
      const ifFromInState = expectedState(args, 'ifFromInState')
      if (ifFromInState !== undefined && ifFromInState !== (await changes.state(from.id)))
        throw new MethodFailure('stateMismatch')
      const originals = await loadOriginals(mail, from, create, context)
      const emails = copies(mail, from, create, originals, context)
      const state = expectedState(args, 'ifInState')
      const added = await addEmails(mail, account, 'copy', emails, state, context)
      if (destroysOriginal) destroyOriginals(from, added, originals, destroyIfInState, context)
      return {
        fromAccountId: accountWireId.encode(from.id),
        accountId: accountWireId.encode(account.id),
        oldState: String(added.oldState),
        newState: String(added.newState),
        created: orNull(added.created),
        notCreated: orNull(added.notCreated),
      }
    },
  }
}

function readSourceAccount(args: Arguments, { caller }: CallContext): JmapAccount {
  const text = args['fromAccountId']
  if (typeof text !== 'string') throw invalid('fromAccountId', 'an account id')
  const id = accountWireId.decode(text)
  const account = id === undefined ? undefined : caller.accounts.get(id)
  if (!account) throw new MethodFailure('fromAccountNotFound')
  return account
}

/** The messages to copy, by creation id; those that are not there are left out. */
async function loadOriginals(
  mail: Mail,
  from: JmapAccount,
  create: ReadonlyArray<[string, JsonObject]>,
  { createdIds }: CallContext,
): Promise<Map<string, EmailRow>> {
  const ids = new Map<string, MessageId>()
  for (const [creationId, { id: text }] of create) {
    const isCreationId = typeof text === 'string' && text.startsWith('#')
    const id = emailWireId.decode(isCreationId ? createdIds.get(text.slice(1)) : text)
    if (id !== undefined) ids.set(creationId, id)
  }
  const rows = await mail.read.emails(from.id, [...new Set(ids.values())], false)
  const rowById = new Map<MessageId, EmailRow>(rows.map((row) => [row.id, row]))
  return new Map(
    [...ids].flatMap(([creationId, id]) => {
      const row = rowById.get(id)
      return row ? [[creationId, row] as const] : []
    }),
  )
}

async function* copies(
  mail: Mail,
  from: JmapAccount,
  create: ReadonlyArray<[string, JsonObject]>,
  originals: ReadonlyMap<string, EmailRow>,
  { createdIds }: CallContext,
): AsyncGenerator<[string, NewEmail | PatchError]> {
  for (const [creationId, json] of create) {
    const bad = Object.keys(json).filter((name) => !copyable.includes(name))
    if (typeof json['id'] !== 'string') bad.push('id')
    const placement = readPlacement(json, createdIds, bad)
    const original = originals.get(creationId)
    const raw = bad.length === 0 && original ? await mail.read.raw(from.id, original.digest) : undefined
    if (bad.length > 0) yield [creationId, { type: 'invalidProperties', properties: bad }]
    else if (!original || !raw) yield [creationId, { type: 'notFound' }]
    else
      yield [
        creationId,
        {
          ...placement,
          raw,
          keywords: (json['keywords'] ?? null) === null ? original.keywords : placement.keywords,
          receivedAt: placement.receivedAt ?? original.receivedAt,
        },
      ]
  }
}

const copyable = ['id', 'mailboxIds', 'keywords', 'receivedAt']

/** RFC 8620 §5.4: what was copied is destroyed where it came from, in a call of its own right after this one. */
function destroyOriginals(
  from: JmapAccount,
  added: Added,
  originals: ReadonlyMap<string, EmailRow>,
  ifInState: string | undefined,
  context: CallContext,
): void {
  const destroy = added.created.flatMap(([creationId]) => {
    const original = originals.get(creationId)
    return original ? [emailWireId.encode(original.id)] : []
  })
  if (destroy.length === 0) return
  context.followWith('Email/set', {
    accountId: accountWireId.encode(from.id),
    destroy: [...new Set(destroy)],
    ...(ifInState === undefined ? {} : { ifInState }),
  })
}

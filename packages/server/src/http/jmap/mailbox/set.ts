import { accountWireId, capability, type MailboxId, mailboxWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { Mail, Role } from '../../../mail/index.ts'
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
import { type CallContext, type JmapAccount, type Method, MethodFailure } from '../method.ts'
import { roles } from '../roles.ts'

type SetError = { type: string; description?: string; properties?: string[] }

const creatable = ['name', 'parentId', 'role', 'sortOrder', 'isSubscribed']

/** Mailbox/set (RFC 8621 §2.5): creates folders; myRights say that renaming and deleting are not to be had. */
export function mailboxSet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    capability: capability.mail,
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'ifInState', 'create', 'update', 'destroy', 'onDestroyRemoveEmails'])
      const account = accountOf(args, context.caller)
      const create = objectsOf(args, 'create')
      const update = objectsOf(args, 'update')
      const destroy = idsOf(args, 'destroy', limits.maxObjectsInSet) ?? []
      withinSetLimit(create.length + update.length + destroy.length)
      const oldState = String(await changes.state(account.id))
      const expected = optionalString(args, 'ifInState')
      if (expected !== undefined && expected !== oldState) throw new MethodFailure('stateMismatch')
      const made = await createAll({ mail, changes }, account, create, context)
      const ids = new Set((await mail.mailboxes.list(account.id)).map((one) => mailboxWireId.encode(one.id)))
      const forbidden = (id: string): [string, SetError] => [
        id,
        ids.has(id) ? { type: 'forbidden' } : { type: 'notFound' },
      ]
      return {
        accountId: accountWireId.encode(account.id),
        oldState,
        newState: String(await changes.state(account.id)),
        created: orNull(made.created),
        notCreated: orNull(made.notCreated),
        updated: null,
        notUpdated: orNull(new Map(update.map(([id]) => forbidden(id)))),
        destroyed: null,
        notDestroyed: orNull(new Map(destroy.map(forbidden))),
      }
    },
  }
}

function orNull<T>(map: ReadonlyMap<string, T>): Record<string, T> | null {
  return map.size === 0 ? null : Object.fromEntries(map)
}

async function createAll(
  deps: { mail: Mail; changes: Changes },
  account: JmapAccount,
  create: ReadonlyArray<[string, JsonObject]>,
  context: CallContext,
) {
  const created = new Map<string, Record<string, unknown>>()
  const notCreated = new Map<string, SetError>()
  for (const [creationId, wanted] of create) {
    const outcome = await createOne(deps, account, wanted, context)
    if ('type' in outcome) notCreated.set(creationId, outcome)
    else {
      const id = mailboxWireId.encode(outcome.id)
      context.createdIds.set(creationId, id)
      created.set(creationId, {
        id,
        sortOrder: 0,
        totalEmails: 0,
        unreadEmails: 0,
        totalThreads: 0,
        unreadThreads: 0,
      })
    }
  }
  return { created, notCreated }
}

async function createOne(
  { mail, changes }: { mail: Mail; changes: Changes },
  account: JmapAccount,
  wanted: JsonObject,
  context: CallContext,
): Promise<{ id: MailboxId } | SetError> {
  const parsed = parse(wanted, context)
  if ('type' in parsed) return parsed
  const cause = { actor: { kind: 'user' as const, userId: context.caller.userId }, verb: 'create-mailbox' }
  const written = await changes.write(account.id, cause, (change) => mail.mailboxes.create(change, parsed))
  if (written.result.ok) return { id: written.result.id }
  switch (written.result.why) {
    case 'already-exists':
      return { type: 'alreadyExists', properties: ['name'] }
    case 'unknown-parent':
      return { type: 'invalidProperties', properties: ['parentId'] }
    case 'bad-name':
      return { type: 'invalidProperties', properties: ['name'] }
    case 'role-taken':
      return { type: 'invalidProperties', properties: ['role'], description: 'Another mailbox has this role' }
  }
}

function parse(
  wanted: JsonObject,
  context: CallContext,
): { name: string; parentId: MailboxId | null; role: Role | null } | SetError {
  const unknown = Object.keys(wanted).filter((name) => !creatable.includes(name))
  if (unknown.length > 0) return { type: 'invalidProperties', properties: unknown }
  const { name, parentId = null, role = null } = wanted
  if (typeof name !== 'string') return { type: 'invalidProperties', properties: ['name'] }
  const knownRole = roles.find((one) => one === role) ?? null
  if (role !== knownRole) return { type: 'invalidProperties', properties: ['role'] }
  if (parentId === null) return { name, parentId, role: knownRole }
  const text =
    typeof parentId === 'string' && parentId.startsWith('#')
      ? context.createdIds.get(parentId.slice(1))
      : parentId
  const parent = mailboxWireId.decode(text)
  if (parent === undefined) return { type: 'invalidProperties', properties: ['parentId'] }
  return { name, parentId: parent, role: knownRole }
}

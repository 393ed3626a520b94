import { accountWireId, emailWireId, type IdentityId, identityWireId } from '@plmail/wire'
import { type Identities, sentKeyword, type Submissions } from '../../../mail/index.ts'
import {
  type JsonObject,
  readAccount,
  invalid,
  isObject,
  readObjects,
  onlyKnown,
  withinSetLimit,
} from '../../engine/arguments.ts'
import { parsePatch } from '../email/patch.ts'
import { orNull } from '../email/refusal-error.ts'
import {
  type Arguments,
  type Caller,
  type CallContext,
  type JmapAccount,
  type Method,
  MethodFailure,
} from '../../engine/method.ts'
import { resolveCreationId, type SetError } from '../../engine/set.ts'
import { addedTo, newReceipt, receiptError } from './receipt-json.ts'

export interface MdnSendNeeds {
  identities: Pick<Identities, 'list'>
  submissions: Pick<Submissions, 'sendReceipt'>
}

/** MDN/send (RFC 9007 §2.1), followed by the Email/set that its success was to bring about. */
export function mdnSend({ identities, submissions }: MdnSendNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'identityId', 'send', 'onSuccessUpdateEmail'])
      const account = readMdnAccount(args, context.caller)
      const identityId = await findIdentity(identities, account, args, context)
      if (!isObject(args['send'])) throw invalid('send', 'an object by creation id')
      const send = readObjects(args, 'send')
      withinSetLimit(send.length)
      const patches = marking(args, send, context)
      const sent: Array<[string, Record<string, unknown>]> = []
      const notSent: Array<[string, SetError]> = []
      const update: Array<[string, JsonObject]> = []
      for (const [name, json] of send) {
        const receipt = newReceipt(json, identityId, context.createdIds)
        if ('type' in receipt) {
          notSent.push([name, receipt])
          continue
        }
        const outcome = await submissions.sendReceipt(context.caller.userId, account.id, receipt)
        if (outcome.ok) {
          sent.push([name, addedTo(json, outcome.receipt)])
          update.push([emailWireId.encode(receipt.messageId), patches.get(name) ?? {}])
        } else notSent.push([name, receiptError(outcome)])
      }
      const accountId = accountWireId.encode(account.id)
      if (update.length > 0)
        context.followWith('Email/set', { accountId, update: Object.fromEntries(update) })
      return { accountId, sent: orNull(sent), notSent: orNull(notSent) }
    },
  }
}

/** RFC 9007 §2.1 has a word of its own for an account that is not there. */
function readMdnAccount(args: Arguments, caller: Caller): JmapAccount {
  try {
    return readAccount(args, caller)
  } catch (error) {
    if (error instanceof MethodFailure && error.type === 'accountNotFound')
      throw invalid('accountId', 'the id of an account')
    throw error
  }
}

async function findIdentity(
  identities: Pick<Identities, 'list'>,
  account: JmapAccount,
  args: Arguments,
  { createdIds }: CallContext,
): Promise<IdentityId> {
  const id = identityWireId.decode(resolveCreationId(args['identityId'], createdIds))
  const isThere =
    id !== undefined && (await identities.list(account.id)).some((identity) => identity.id === id)
  if (!isThere) throw invalid('identityId', 'the id of an identity of the account')
  return id
}

/**
 * Returns the update of each message, by creation id. RFC 9007 §2.1: a call that leaves one of them without `$mdnsent`
 * is refused, so that no client ever sends a second receipt.
 */
function marking(
  args: Arguments,
  send: ReadonlyArray<[string, JsonObject]>,
  { createdIds }: CallContext,
): Map<string, JsonObject> {
  const updates = new Map(readObjects(args, 'onSuccessUpdateEmail'))
  return new Map(
    send.map(([name]) => {
      const patch = updates.get(`#${name}`) ?? {}
      const read = parsePatch(patch, createdIds)
      const isMarked =
        !('type' in read) &&
        (read.keywords?.get(sentKeyword) === true || read.replaceKeywords?.has(sentKeyword) === true)
      if (!isMarked) throw invalid('onSuccessUpdateEmail', `setting ${sentKeyword} for #${name}`)
      return [name, patch]
    }),
  )
}

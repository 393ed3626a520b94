import { accountWireId, capability } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { parsesAsMessage, receivedAt } from '../../../mail/mime/index.ts'
import {
  accountOf,
  invalid,
  isObject,
  type JsonObject,
  objectsOf,
  onlyKnown,
  withinSetLimit,
} from '../arguments.ts'
import type { BytesOf } from '../blob-bytes.ts'
import type { JmapAccount, Method } from '../method.ts'
import { addEmails, type NewEmail } from './add.ts'
import { placementOf } from './creation.ts'
import { expectedState } from './expected-state.ts'
import type { SetError } from './patch.ts'
import { orNull } from './refusal.ts'

/**
 * Email/import (RFC 8621 §4.8). The same bytes may be imported twice and are two Emails then, as they are in a
 * mailbox over IMAP.
 */
export function emailImport({ mail, bytesOf }: { mail: Mail; bytesOf: BytesOf }): Method {
  return {
    capability: capability.mail,
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'ifInState', 'emails'])
      const account = accountOf(args, context.caller)
      if (!isObject(args['emails'])) throw invalid('emails', 'an object by creation id')
      const emails = objectsOf(args, 'emails')
      withinSetLimit(emails.length)
      async function* read(): AsyncGenerator<[string, NewEmail | SetError]> {
        for (let at = 0; at < emails.length; at += readAtOnce) {
          const few = emails.slice(at, at + readAtOnce)
          yield* await Promise.all(
            few.map(async ([creationId, json]): Promise<[string, NewEmail | SetError]> => [
              creationId,
              await imported(json, account, bytesOf, context.createdIds),
            ]),
          )
        }
      }
      const state = expectedState(args, 'ifInState')
      const added = await addEmails(mail, account, 'import', read(), state, context)
      return {
        accountId: accountWireId.encode(account.id),
        oldState: String(added.oldState),
        newState: String(added.newState),
        created: orNull(added.created),
        notCreated: orNull(added.notCreated),
      }
    },
  }
}

/** Blobs in memory before they are written; each may be as large as an upload. */
const readAtOnce = 4

const known = ['blobId', 'mailboxIds', 'keywords', 'receivedAt']

async function imported(
  json: JsonObject,
  account: JmapAccount,
  bytesOf: BytesOf,
  createdIds: ReadonlyMap<string, string>,
): Promise<NewEmail | SetError> {
  const bad = Object.keys(json).filter((name) => !known.includes(name))
  const { blobId } = json
  const raw = typeof blobId === 'string' ? await bytesOf(account.id, blobId) : undefined
  if (raw === undefined) bad.push('blobId')
  const placement = placementOf(json, createdIds, bad)
  if (raw === undefined || bad.length > 0) return { type: 'invalidProperties', properties: bad }
  if (!parsesAsMessage(raw))
    return { type: 'invalidEmail', description: 'The bytes do not begin with a header' }
  return { ...placement, raw, receivedAt: placement.receivedAt ?? receivedAt(raw) ?? undefined }
}

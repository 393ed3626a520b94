import { parsesAsMessage, readReceivedDate } from '@plmail/mail-format'
import { accountWireId } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import {
  readAccount,
  invalid,
  isObject,
  type JsonObject,
  readObjects,
  onlyKnown,
  withinSetLimit,
} from '../../engine/arguments.ts'
import { eachOf } from '../../engine/blob-bytes.ts'
import { resolvedBlobId } from '../../engine/blob-id.ts'
import type { JmapAccount, Method } from '../../engine/method.ts'
import { addEmails, type NewEmail } from './add.ts'
import { readPlacement } from './creation.ts'
import { expectedState } from './expected-state.ts'
import type { PatchError } from './patch.ts'
import { orNull } from './refusal-error.ts'

/**
 * Email/import (RFC 8621 §4.8). The same bytes may be imported twice and are two Emails then, as they are in a
 * mailbox over IMAP.
 */
export function emailImport({ mail }: { mail: Mail }): Method {
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'ifInState', 'emails'])
      const account = readAccount(args, context.caller)
      if (!isObject(args['emails'])) throw invalid('emails', 'an object by creation id')
      const emails = readObjects(args, 'emails')
      withinSetLimit(emails.length)
      const state = expectedState(args, 'ifInState')
      const imports = newEmails(emails, account, mail, context.createdIds)
      const added = await addEmails(mail, account, 'import', imports, state, context)
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

const allowed = ['blobId', 'mailboxIds', 'keywords', 'receivedAt']

async function* newEmails(
  imports: ReadonlyArray<readonly [creationId: string, json: JsonObject]>,
  account: JmapAccount,
  mail: Mail,
  createdIds: ReadonlyMap<string, string>,
): AsyncGenerator<[string, NewEmail | PatchError]> {
  const ids = imports.map(([, { blobId }]) =>
    typeof blobId === 'string' ? resolvedBlobId(blobId, createdIds) : undefined,
  )
  const blobs = eachOf(mail, account.id, ids)
  for (const [creationId, json] of imports) {
    const { value: raw } = await blobs.next()
    yield [creationId, importEmail(json, raw ?? undefined, createdIds)]
  }
}

function importEmail(
  json: JsonObject,
  raw: Buffer | undefined,
  createdIds: ReadonlyMap<string, string>,
): NewEmail | PatchError {
  const bad = Object.keys(json).filter((name) => !allowed.includes(name))
  if (raw === undefined) bad.push('blobId')
  const placement = readPlacement(json, createdIds, bad)
  if (raw === undefined || bad.length > 0) return { type: 'invalidProperties', properties: bad }
  if (!parsesAsMessage(raw)) return { type: 'invalidEmail', description: { problem: 'mail/no-header' } }
  return { ...placement, raw, receivedAt: placement.receivedAt ?? readReceivedDate(raw) ?? undefined }
}

import { capability, emailWireId, mailboxWireId, threadWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { EmailRow, Mail } from '../../../mail/index.ts'
import { treeOf } from '../../../mail/mime/index.ts'
import { onlyKnown } from '../arguments.ts'
import { encodeBlobId } from '../blob-id.ts'
import { getAnswer, getRequest, pick } from '../get.ts'
import { limits } from '../limits.ts'
import { utc } from '../list/query.ts'
import { type JmapAccount, type Method, MethodFailure } from '../method.ts'
import { contentJson, contentRequest, type ContentRequest } from './content.ts'
import { bodyArguments, bodyRequest } from './parts.ts'
import { defaultProperties, isEmailProperty } from './properties.ts'

/**
 * Email/get (RFC 8621 §4.2). List properties come from the row as they were written; structure and bytes are read
 * only when a property needs them.
 */
export function emailGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties', ...bodyArguments])
      const request = getRequest(args, caller, emailWireId, isEmailProperty)
      const { account } = request
      const properties = request.properties ?? new Set(defaultProperties)
      const content = contentRequest(properties, bodyRequest(args))
      return getAnswer(changes, request, emailWireId, async () => {
        const ids = request.ids ?? (await allIds(mail, account))
        const rows = await mail.read.emails(account.id, ids, content.needsStructure)
        return Promise.all(
          rows.map(async (row) => ({ id: row.id, json: await emailJson(mail, account, row, content) })),
        )
      })
    },
  }
}

/** `ids: null` asks for every message, which an account with more than one call may give refuses. */
async function allIds(mail: Mail, account: JmapAccount) {
  const ids = await mail.read.ids(account.id, limits.maxObjectsInGet + 1)
  if (ids.length <= limits.maxObjectsInGet) return ids
  throw new MethodFailure(
    'requestTooLarge',
    `The account has more than ${limits.maxObjectsInGet} messages: name the ids`,
  )
}

async function emailJson(
  mail: Mail,
  account: JmapAccount,
  row: EmailRow,
  content: ContentRequest,
): Promise<Record<string, unknown>> {
  const json = pick(rowJson(row), content.properties)
  if (!content.needsStructure || row.structure === null) return json
  const raw = content.needsBytes ? await mail.read.raw(account.id, row.digest) : undefined
  const source = {
    tree: treeOf(JSON.parse(row.structure)),
    raw: () => {
      if (!raw) throw new Error(`The bytes of message ${row.id} are not in the blob store`)
      return raw
    },
    blobId: (partId: string) => encodeBlobId(row.digest, partId),
  }
  return { ...json, ...contentJson(source, content) }
}

const flags = (names: readonly string[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true as const]))

function rowJson(row: EmailRow): Record<string, unknown> {
  return {
    id: emailWireId.encode(row.id),
    blobId: encodeBlobId(row.digest),
    threadId: threadWireId.encode(row.threadId),
    mailboxIds: flags(row.mailboxIds.map((id) => mailboxWireId.encode(id))),
    keywords: flags(row.keywords),
    size: row.size,
    receivedAt: utc(row.receivedAt),
    ...(JSON.parse(row.summary) as Record<string, unknown>),
  }
}

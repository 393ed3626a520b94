import { capability, emailWireId, mailboxWireId, threadWireId } from '@plmail/wire'
import type { Changes } from '../../../changes/index.ts'
import type { EmailRow, Mail } from '../../../mail/index.ts'
import { bodyLists, treeOf } from '../../../mail/mime/index.ts'
import { booleanOf, intOf, invalid, onlyKnown, stringsOf } from '../arguments.ts'
import { encodeBlobId } from '../blob-id.ts'
import { getAnswer, getRequest, pick } from '../get.ts'
import { utc } from '../list/query.ts'
import type { Arguments, JmapAccount, Method } from '../method.ts'
import { type BodyValueRequest, bodyValues, partJson } from './parts.ts'
import {
  bodyProperties,
  defaultPartProperties,
  defaultProperties,
  emailProperties,
  partProperties,
} from './properties.ts'

const known = [
  'accountId',
  'ids',
  'properties',
  'bodyProperties',
  'fetchTextBodyValues',
  'fetchHTMLBodyValues',
  'fetchAllBodyValues',
  'maxBodyValueBytes',
]

/** Email/get (RFC 8621 §4.2). List properties come from the row as they were written; bodies are read when asked for. */
export function emailGet({ mail, changes }: { mail: Mail; changes: Changes }): Method {
  return {
    capability: capability.mail,
    run: async (args, { caller }) => {
      onlyKnown(args, known)
      const request = getRequest(args, caller, emailWireId, emailProperties)
      const { ids, account } = request
      if (ids === null) throw invalid('ids', 'given: an account has too many messages to send them all')
      const properties = request.properties ?? new Set(defaultProperties)
      const bodies = bodyRequest(args)
      const needsStructure = bodyProperties.some((name) => properties.has(name))
      return getAnswer(changes, request, emailWireId, async () => {
        const rows = await mail.read.emails(account.id, ids, needsStructure)
        return Promise.all(
          rows.map(async (row) => ({
            id: row.id,
            json: pick(
              {
                ...rowJson(row),
                ...(needsStructure ? await bodyJson(mail, account, row, bodies, properties) : {}),
              },
              properties,
            ),
          })),
        )
      })
    },
  }
}

interface BodyRequest extends BodyValueRequest {
  properties: ReadonlySet<string>
}

function bodyRequest(args: Arguments): BodyRequest {
  const properties = stringsOf(args, 'bodyProperties') ?? defaultPartProperties
  const unknown = properties.find((name) => !partProperties.includes(name))
  if (unknown !== undefined)
    throw invalid('bodyProperties', `properties of a body part, which ${unknown} is not`)
  return {
    properties: new Set(properties),
    text: booleanOf(args, 'fetchTextBodyValues', false),
    html: booleanOf(args, 'fetchHTMLBodyValues', false),
    all: booleanOf(args, 'fetchAllBodyValues', false),
    maxBytes: intOf(args, 'maxBodyValueBytes', 0, 0),
  }
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

async function bodyJson(
  mail: Mail,
  account: JmapAccount,
  row: EmailRow,
  request: BodyRequest,
  properties: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  if (row.structure === null) return {}
  const tree = treeOf(JSON.parse(row.structure))
  const lists = bodyLists(tree)
  const parts = (list: typeof lists.textBody) =>
    list.map((part) => partJson(part, row.digest, request.properties))
  return {
    bodyStructure: partJson(tree.root, row.digest, new Set([...request.properties, 'subParts'])),
    textBody: parts(lists.textBody),
    htmlBody: parts(lists.htmlBody),
    attachments: parts(lists.attachments),
    bodyValues: properties.has('bodyValues') ? await values(mail, account, row, tree, request) : {},
  }
}

async function values(
  mail: Mail,
  account: JmapAccount,
  row: EmailRow,
  tree: ReturnType<typeof treeOf>,
  request: BodyRequest,
): Promise<Record<string, unknown>> {
  if (!request.text && !request.html && !request.all) return {}
  const raw = await mail.read.raw(account.id, row.digest)
  if (!raw) throw new Error(`The bytes of message ${row.id} are not in the blob store`)
  return bodyValues(raw, tree, request)
}

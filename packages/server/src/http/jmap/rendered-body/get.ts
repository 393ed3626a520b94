import { accountWireId, capability, emailWireId } from '@plmail/wire'
import type { EmailRow, Mail } from '../../../mail/index.ts'
import { allHeadersAs, treeOf } from '../../../mail/mime/index.ts'
import { type Renderer, senderWarning } from '../../../safety/index.ts'
import { accountOf, idsOf, invalid, isObject, onlyKnown } from '../arguments.ts'
import type { Arguments, Method } from '../method.ts'
import { readableBody } from './reading.ts'

export interface RenderedBodyDeps {
  mail: Mail
  renderer: Renderer
}

// A rendered body may be megabytes; a client opens one message and prepares a few.
const most = 20

/** RenderedBody/get: bodies made safe by message_render, ready for a sandboxed frame. */
export function renderedBodyGet(deps: RenderedBodyDeps): Method {
  return {
    capability: capability.reading,
    run: async (args, { caller, origin }) => {
      onlyKnown(args, ['accountId', 'ids', 'images', 'theme'])
      const account = accountOf(args, caller)
      const ids = idsOf(args, 'ids', most)
      if (ids === null) throw invalid('ids', 'a list of email ids')
      // The page that will hold the frame is of this origin.
      const how = { ...appearance(args), origin: origin() }
      const decoded = ids.flatMap((text) => emailWireId.decode(text) ?? [])
      const rows = await deps.mail.read.emails(account.id, decoded, true)
      const found = new Set(rows.map((row) => emailWireId.encode(row.id)))
      const list: RenderedJson[] = []
      // One after the other, as they are drawn: of twenty large messages only one is held decoded.
      for await (const { row, raw } of deps.mail.read.withBytes(rows))
        list.push(await render(deps, row, raw, how))
      return {
        accountId: accountWireId.encode(account.id),
        list,
        notFound: ids.filter((id) => !found.has(id)),
      }
    },
  }
}

interface Appearance {
  images: 'blocked' | 'proxied'
  theme: 'light' | 'dark'
}

function appearance(args: Arguments): Appearance {
  const { images = 'blocked', theme = 'light' } = args
  if (images !== 'blocked' && images !== 'proxied') throw invalid('images', 'blocked or proxied')
  if (theme !== 'light' && theme !== 'dark') throw invalid('theme', 'light or dark')
  return { images, theme }
}

type RenderedJson = Awaited<ReturnType<typeof render>>

async function render(
  deps: RenderedBodyDeps,
  row: EmailRow,
  raw: Buffer | undefined,
  how: Appearance & { origin: string },
) {
  if (!raw || row.structure === null) throw new Error(`Message ${row.id} has no bytes or no structure`)
  const tree = treeOf(JSON.parse(row.structure))
  const body = await deps.renderer.message_render({
    ...readableBody(raw, tree),
    ...how,
  })
  return {
    id: emailWireId.encode(row.id),
    srcdoc: body.srcdoc,
    blockedImages: body.blockedImages,
    isPlainText: body.isPlainText,
    warning: warningFor(row, allHeadersAs(raw, tree.root, 'Authentication-Results', 'asText')),
  }
}

function warningFor(row: EmailRow, results: readonly (string | null)[]) {
  const summary: unknown = JSON.parse(row.summary)
  const from: unknown = isObject(summary) && Array.isArray(summary['from']) ? summary['from'][0] : undefined
  if (!isObject(from) || typeof from['name'] !== 'string' || typeof from['email'] !== 'string') return null
  return senderWarning({
    displayName: from['name'],
    address: from['email'],
    authenticationResults: results.flatMap((one) => one ?? []),
    // Which host's results an IMAP mailbox can believe is not known, so none is believed.
    trustedAuthservIds: [],
  })
}

import { type MimeTree, parseMime, parsesAsMessage, readableBody, toTree } from '@plmail/mail-format'
import { accountWireId, emailWireId, type RenderedBody } from '@plmail/wire'
import { readMentionedTimes, readReservations } from '../../../calendar/index.ts'
import {
  type EmailRow,
  type Mail,
  receiptAsked,
  type StoredBytes,
  type TrustedSenders,
} from '../../../mail/index.ts'
import type { Renderer } from '../../../safety/index.ts'
import { readAccount, readBoolean, readIds, invalid, onlyKnown } from '../../engine/arguments.ts'
import { messageBytes } from '../../engine/blob-bytes.ts'
import {
  type Arguments,
  type Caller,
  type JmapAccount,
  type Method,
  MethodFailure,
} from '../../engine/method.ts'
import { senderFacts } from './facts.ts'

export interface RenderedBodyNeeds {
  mail: Mail
  renderer: Renderer
  trustedSenders: TrustedSenders
  /** Whether an administrator lets pictures be fetched. */
  mayFetchPictures(): Promise<boolean>
}

// A rendered body may be megabytes; a client opens one message and prepares a few.
export const maxBodies = 20

/** RenderedBody/get: bodies made safe by message_render, ready for a sandboxed frame. */
export function renderedBodyGet(deps: RenderedBodyNeeds): Method {
  const readBytes = messageBytes(deps.mail)
  return {
    run: async (args, { caller, origin }) => {
      onlyKnown(args, ['accountId', 'ids', 'blobIds', 'images', 'theme', 'darken', 'fixedWidth'])
      const account = readAccount(args, caller)
      const ids = readIds(args, 'ids', maxBodies)
      const blobIds = readIds(args, 'blobIds', maxBodies)
      if (ids === null && blobIds === null) throw invalid('ids', 'a list of email ids')
      if ((ids?.length ?? 0) + (blobIds?.length ?? 0) > maxBodies)
        throw new MethodFailure('requestTooLarge', `At most ${maxBodies} bodies in one call`)
      // The page that will hold the frame is of this origin.
      const mayFetch = await deps.mayFetchPictures()
      const how = { ...appearance(args), ...(!mayFetch && { images: 'blocked' as const }), origin: origin() }
      const drawing: Drawing = { deps, caller, account, how, areImagesOff: !mayFetch }

      const decoded = (ids ?? []).flatMap((text) => emailWireId.decode(text) ?? [])
      const rows = await deps.mail.read.emails(account.id, decoded, true)
      const presentIds = new Set(rows.map((row) => emailWireId.encode(row.id)))
      const notFound = (ids ?? []).filter((id) => !presentIds.has(id))
      const list: RenderedBody[] = []
      // One after the other, as they are drawn: of twenty large messages only one is held decoded.
      for await (const { row, raw } of deps.mail.read.withBytes(rows))
        list.push(await drawStored(drawing, row, raw))
      for (const blobId of blobIds ?? []) {
        const raw = await readBytes(account.id, blobId)
        if (!raw || !parsesAsMessage(raw)) notFound.push(blobId)
        else list.push(await draw(drawing, blobId, raw, parseMime(raw), true))
      }
      return { accountId: accountWireId.encode(account.id), list, notFound }
    },
  }
}

interface Drawing {
  deps: RenderedBodyNeeds
  caller: Caller
  account: JmapAccount
  how: Appearance & { origin: string }
  areImagesOff: boolean
}

interface Appearance {
  images: 'blocked' | 'proxied'
  theme: 'light' | 'dark'
  darken: boolean | 'simple'
  isFixedWidth: boolean
}

function appearance(args: Arguments): Appearance {
  const { images = 'blocked', theme = 'light' } = args
  if (images !== 'blocked' && images !== 'proxied') throw invalid('images', 'blocked or proxied')
  if (theme !== 'light' && theme !== 'dark') throw invalid('theme', 'light or dark')
  const darken = args['darken'] === 'simple' ? 'simple' : readBoolean(args, 'darken', false)
  return { images, theme, darken, isFixedWidth: readBoolean(args, 'fixedWidth', false) }
}

/** An empty page in place of a message whose stored bytes are lost; the client says what is the matter. */
async function drawDamaged({ deps, caller, how }: Drawing, id: string): Promise<RenderedBody> {
  const text = { content: '', isFlowed: false, isDelSp: false }
  const reader = { userId: caller.userId, sender: undefined }
  const body = await deps.renderer.message_render({ html: null, text, inlineImages: {}, reader, ...how })
  return {
    id,
    ...body,
    problem: 'damaged',
    warning: null,
    isTrusted: false,
    authentication: null,
    receipt: null,
  }
}

async function drawStored(drawing: Drawing, row: EmailRow, raw: StoredBytes): Promise<RenderedBody> {
  if (raw === 'damaged') return drawDamaged(drawing, emailWireId.encode(row.id))
  if (!raw || row.structure === null) throw new Error(`Message ${row.id} has no bytes or no structure`)
  const { mailboxes } = drawing.deps.mail
  const junk = (await mailboxes.list(drawing.account.id)).filter(({ role }) => role === 'junk')
  const isSpam = junk.some(({ id }) => row.mailboxIds.includes(id))
  return draw(drawing, emailWireId.encode(row.id), raw, toTree(JSON.parse(row.structure)), isSpam)
}

/** `isDoubtful`: trust in its sender does not count, because it is spam or nobody knows where it came from. */
async function draw(
  { deps, caller, account, how, areImagesOff }: Drawing,
  id: string,
  raw: Buffer,
  tree: MimeTree,
  isDoubtful: boolean,
): Promise<RenderedBody> {
  const { address, warning, authentication, isVerified, isRefuted } = senderFacts(raw, tree, account)
  const readable = readableBody(raw, tree)
  const reader = { userId: caller.userId, sender: address ?? undefined }
  const body = await deps.renderer.message_render({ ...readable, reader, ...how })
  // Anybody can write a trusted name: where a believed host has looked and does not vouch for it, trust does not count.
  const mayTrust = !isDoubtful && !isRefuted && address !== null
  const isTrusted = mayTrust && (await trusts(deps, caller, address))
  const receipt = receiptAsked(raw, tree)
  const askedFor = receipt && { to: [...receipt.to], mayAnswer: receipt.mayAnswer && !isDoubtful }
  // What nobody vouches for, or lies in Spam, proposes nothing.
  const isBelieved = !isDoubtful && isVerified && readable.html !== null
  const reservations = isBelieved ? readReservations(readable.html ?? '') : []
  // A time is proposed by whoever reads it, so that no sender has to be proven; in Spam nothing is.
  const mentionedTimes = isDoubtful ? [] : readMentionedTimes(raw, tree, readable)
  const off = areImagesOff && { areImagesOff: true as const }
  const judged = { warning, isTrusted, authentication, receipt: askedFor }
  return { id, ...body, ...off, ...judged, reservations, mentionedTimes }
}

async function trusts(
  { trustedSenders }: RenderedBodyNeeds,
  { personal }: Caller,
  address: string,
): Promise<boolean> {
  return personal !== null && (await trustedSenders.among(personal, [address])).size > 0
}

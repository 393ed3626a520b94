import {
  bodyLists,
  decodePart,
  type MimePart,
  type MimeTree,
  readableBody,
  toTree,
} from '@plmail/mail-format'
import { type AccountId, accountWireId, type EmailAddress, emailWireId, type UserId } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { EmailRow, Mail } from '../../mail/index.ts'
import { type SignedIn, writtenLocale } from '../../people/index.ts'
import { printPolicy, type Renderer } from '../../safety/index.ts'
import { type Guard, Problem } from '../guard/index.ts'
import { writeZip } from './archive.ts'
import { contentDisposition } from '../../kit/content-disposition.ts'
import { fileName, uniqueFileNames } from './file-names.ts'
import { messagePage } from './message-page.ts'
import { seeOther } from './send-page.ts'

export interface MessagePageNeeds {
  mail: Mail
  renderer: Renderer
  guard: Pick<Guard, 'signedIn' | 'madeBy' | 'requestAddress'>
  /** The mail accounts of a user. */
  listAccounts(userId: UserId): Promise<ReadonlyArray<{ id: AccountId }>>
  clock: Clock
  random: Random
}

interface MessageQuery {
  Params: { accountId: string; emailId: string }
  Querystring: { images?: unknown; download?: unknown }
}

/**
 * Serves parts of a message in a tab of their own, for the user signed in there: for print, as true bytes, as files.
 * All of it is sandboxed, because a stranger's content must never be a page of ours.
 */
export function messagePages(needs: MessagePageNeeds): FastifyPluginAsync {
  const open = async (
    request: FastifyRequest<MessageQuery>,
    reply: FastifyReply,
  ): Promise<Opened | undefined> => {
    const visitor = await needs.guard.signedIn(request, reply)
    if (!visitor) return undefined
    const message = await loadMessage(needs, visitor, request.params)
    if (!message) throw new Problem('not-found', { detail: { problem: 'mail/no-such-message' } })
    return { ...message, signedIn: visitor }
  }
  return async (app) => {
    app.get<MessageQuery>('/mail/print/:accountId/:emailId', async (request, reply) => {
      const message = await open(request, reply)
      return message ? print(needs, message, request, reply) : signInFirst(request, reply)
    })
    app.get<MessageQuery>('/mail/original/:accountId/:emailId', async (request, reply) => {
      const message = await open(request, reply)
      return message ? original(message, request, reply) : signInFirst(request, reply)
    })
    app.get<MessageQuery>('/mail/attachments/:accountId/:emailId', async (request, reply) => {
      const message = await open(request, reply)
      return message ? archive(needs, message, reply) : signInFirst(request, reply)
    })
  }
}

interface Message {
  row: EmailRow
  raw: Buffer
  tree: MimeTree
}

interface Opened extends Message {
  signedIn: SignedIn
}

async function loadMessage(
  { mail, listAccounts }: MessagePageNeeds,
  { user }: SignedIn,
  params: MessageQuery['Params'],
): Promise<Message | undefined> {
  const accountId = accountWireId.decode(params.accountId)
  const id = emailWireId.decode(params.emailId)
  const own = await listAccounts(user.id)
  if (accountId === undefined || id === undefined || !own.some((account) => account.id === accountId))
    return undefined
  const [row] = await mail.read.emails(accountId, [id], true)
  const raw = row && (await mail.read.readBytes(row))
  if (row && !raw) throw damaged()
  return row && raw && row.structure !== null
    ? { row, raw, tree: toTree(JSON.parse(row.structure)) }
    : undefined
}

/** Bytes that were stored and are lost come back from the provider within minutes, where it has them. */
const damaged = () =>
  new Problem('unavailable', {
    detail: { problem: 'mail/damaged' },
  })

function signInFirst(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return seeOther(reply, `/login?next=${encodeURIComponent(request.url)}`)
}

/**
 * With a sandbox of its own a document may not ask for a browsing context of its own: browsers answer that with an
 * error (HTML, "obtain a cross-origin opener policy" and sandboxing flags).
 */
const ofNoOrigin = { 'cross-origin-opener-policy': 'unsafe-none', 'cache-control': 'private, no-store' }
const inert = {
  ...ofNoOrigin,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

async function print(
  { renderer, guard, random }: MessagePageNeeds,
  { row, raw, tree, signedIn }: Opened,
  request: FastifyRequest<MessageQuery>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const origin = guard.requestAddress(request)
  // A link in a message may lead here; it must not become a way to have its own pictures fetched.
  const wantsImages = request.query.images === 'shown' && guard.madeBy(request) === 'own'
  const body = await renderer.message_render({
    ...readableBody(raw, tree),
    images: wantsImages ? 'proxied' : 'blocked',
    reader: { userId: signedIn.user.id, sender: getSummary(row).from[0]?.email },
    theme: 'light',
    origin,
    shape: 'print',
  })
  const { subject, from, to, cc } = getSummary(row)
  const { timeZone } = signedIn.user
  const locale = writtenLocale(signedIn.user)
  const nonce = random(16).toString('base64')
  const page = messagePage({
    subject,
    from,
    to,
    cc,
    locale,
    nonce,
    date: writtenDate(row.receivedAt, locale, timeZone),
    attachments: getAttachments(tree)
      .filter(({ cid }) => cid === null || !body.inlineImages.includes(cid))
      .map(({ name }) => fileName(name ?? '')),
    blockedImages: body.blockedImages,
    body: body.srcdoc,
  })
  return reply
    .headers({ ...ofNoOrigin, 'content-security-policy': printPolicy(origin, nonce) })
    .type('text/html; charset=utf-8')
    .send(page)
}

/** Byte for byte as it came. To look at it is text, whatever a browser would make of it. */
function original(
  { row, raw }: Message,
  { query }: FastifyRequest<MessageQuery>,
  reply: FastifyReply,
): FastifyReply {
  const isDownload = query.download !== undefined
  const name = `${fileName(getSummary(row).subject)}.eml`
  return reply
    .headers({
      ...inert,
      'content-type': isDownload ? 'message/rfc822' : 'text/plain; charset=utf-8',
      'content-disposition': contentDisposition(isDownload ? 'attachment' : 'inline', name),
    })
    .send(raw)
}

/** Every file of the message as one archive, written while it is read. */
function archive(
  { clock }: MessagePageNeeds,
  { row, raw, tree }: Message,
  reply: FastifyReply,
): FastifyReply {
  const parts = getAttachments(tree)
  if (parts.length === 0) throw new Problem('not-found', { detail: { problem: 'mail/no-attachments' } })
  const names = uniqueFileNames(parts.map(({ name }) => name))
  const entries = parts.map((part, at) => ({
    name: names[at] ?? 'file',
    content: () => decodePart(raw, part),
  }))
  const name = `${fileName(getSummary(row).subject)}.zip`
  return reply
    .headers({
      ...inert,
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', name),
    })
    .send(writeZip(entries, clock.now()))
}

function getAttachments(tree: MimeTree): MimePart[] {
  return bodyLists(tree).attachments
}

interface Summary {
  subject: string
  from: EmailAddress[]
  to: EmailAddress[]
  cc: EmailAddress[]
}

function getSummary({ summary }: EmailRow): Summary {
  const { subject, from, to, cc } = JSON.parse(summary) as Partial<Record<keyof Summary, unknown>>
  const people = (value: unknown) => (Array.isArray(value) ? (value as EmailAddress[]) : [])
  return {
    subject: typeof subject === 'string' && subject.trim() !== '' ? subject : '(no subject)',
    from: people(from),
    to: people(to),
    cc: people(cc),
  }
}

function writtenDate(at: Date, locale: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at)
}

import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  maxShared,
  type SharedCalendar,
  sharedCalendarText,
  sharedFreeBusyText,
  type ShareLinks,
  tokenPattern,
} from '../../../calendar/index.ts'
import { instantAt, wallAt } from '../public/dates.ts'
import { sendNothingHere, sendPublic } from '../public/layout.ts'
import { type PublicWords, publicWords } from '../public/words.ts'
import { sharePage } from './page.ts'
import { parseFrame, type ShareView } from './view.ts'

const address = new RegExp(
  `^/share/(${tokenPattern})(?:/(?:(month|week|day|agenda)/(\\d{4}-\\d\\d-\\d\\d)|(calendar\\.ics|freebusy\\.ifb)))?$`,
)

/**
 * `GET /share/…`. One route takes every address below it, so that what fits none is answered as what is unknown
 * is, and never made a digest of.
 */
export function shareRoutes(app: FastifyInstance, shares: Pick<ShareLinks, 'open'>): void {
  app.get('/share/*', async (request, reply) => {
    const words = publicWords(request.headers['accept-language'])
    const [, token, view, date, file] = address.exec(request.url.split('?', 1)[0] ?? '') ?? []
    const shared = token === undefined ? undefined : await shares.open(token)
    if (token === undefined || !shared) return sendNothingHere(reply, words)
    if (file !== undefined) return sendFile({ request, reply, shared, words, token }, file)
    const frame = parseFrame((view ?? 'month') as ShareView, date, shared)
    const entries = await shared.during(frame.from, frame.to)
    await shared.viewed()
    return sendPublic(reply, 200, sharePage({ token, words, shared, frame, ...entries }))
  })
}

interface SharedFileRequest {
  request: FastifyRequest
  reply: FastifyReply
  shared: SharedCalendar
  words: PublicWords
  token: string
}

async function sendFile(
  { request, reply, ...shared }: SharedFileRequest,
  file: string,
): Promise<FastifyReply> {
  const text = await loadText(shared, file)
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  void reply.header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  return reply
    .header('content-disposition', `attachment; filename="${file}"`)
    .type('text/calendar; charset=utf-8')
    .send(text)
}

async function loadText(
  { shared, words, token }: Pick<SharedFileRequest, 'shared' | 'words' | 'token'>,
  file: string,
): Promise<string> {
  const { zone } = shared
  const stampedAt = instantAt(shared.today, zone)
  if (file === 'freebusy.ifb') {
    const { entries, completeUntil } = await shared.during(shared.from, shared.to)
    const from = instantAt(shared.from, zone)
    return sharedFreeBusyText(entries, { from, to: completeUntil, stampedAt, token })
  }
  const { series, singles, isCutOff, completeUntil } = await shared.file()
  const text = words.texts.cutOff({ most: maxShared })
  const cutOff = isCutOff ? { day: wallAt(completeUntil, zone), text } : undefined
  return sharedCalendarText(
    { series, singles },
    { zone, stampedAt, cutOff, busy: words.texts.busy, name: words.texts.shared },
  )
}

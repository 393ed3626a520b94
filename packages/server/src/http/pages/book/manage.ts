import type { FastifyReply } from 'fastify'
import type { ManagedBooking } from '../../../calendar/index.ts'
import { clientAddress } from '../../guard/index.ts'
import { formText } from '../form-fields.ts'
import { seeOther } from '../send-page.ts'
import { sendNothingHere, sendPublic } from '../public/layout.ts'
import type { PublicWords } from '../public/words.ts'
import { cancelPage, managePage } from './manage-page.ts'
import { readSlot, loadWeek, getZone } from './picker.ts'
import { type BookNeeds, type BookRequest, tooMany } from './needs.ts'

/** `GET, POST /book/manage/{token}`: shows a booking to who made it; only a POST changes it. */
export async function managedRequest(
  needs: BookNeeds,
  request: BookRequest,
  reply: FastifyReply,
  words: PublicWords,
  token: string,
): Promise<FastifyReply> {
  const booking = await needs.booking.manage(token)
  if (!booking) return sendNothingHere(reply, words)
  const field = formText(request.method === 'POST' ? request.body : request.query)
  if (request.method !== 'POST' && field('cancel') !== '' && booking.mayChange)
    return sendPublic(reply, 200, cancelPage(token, booking, words))
  const show = async (status: number, more: { problem?: string; alert?: string; notice?: string }) => {
    const zone = getZone(field('timeZone') || field('tz') || booking.timeZone, { settings: { zone: 'UTC' } })
    const week = booking.page && (await loadWeek(booking.page, zone, field('w')))
    const page = { token, words, booking, week, zone, chosen: field('slot'), ...more }
    return sendPublic(reply, status, managePage(page))
  }
  if (request.method !== 'POST')
    return show(200, changeNotice(booking, field('moved'), field('taken'), words))
  const retryAt = await needs.attempt(clientAddress(request))
  if (retryAt) return show(429, { alert: tooMany(needs, reply, retryAt, words) })
  const path = `/book/manage/${token}`
  if (field('action') === 'cancel') {
    const isNow = await booking.cancel()
    // Somebody else was quicker, the first of two clicks for instance: it is as it was wished.
    if (isNow || booking.isCancelled || booking.mayChange) return seeOther(reply, path)
    return show(422, {})
  }
  const start = readSlot(field('slot'))
  const outcome = start === undefined ? 'not-offered' : await booking.move(start)
  if (outcome === 'booked') return seeOther(reply, `${path}?moved=1`)
  if (outcome === 'taken') return seeOther(reply, `${path}?taken=1`)
  return show(
    422,
    booking.mayChange ? { problem: words.texts.problems.slot, alert: words.texts.problems.slot } : {},
  )
}

/** `GET /book/manage/{token}/event.ics`: the appointment for the booker's own calendar. */
export async function sendEventFile(
  needs: BookNeeds,
  reply: FastifyReply,
  words: PublicWords,
  token: string,
): Promise<FastifyReply> {
  const booking = await needs.booking.manage(token)
  if (!booking) return sendNothingHere(reply, words)
  return reply
    .header('content-disposition', 'attachment; filename="event.ics"')
    .type('text/calendar; charset=utf-8')
    .send(booking.calendarFile())
}

function changeNotice(
  { isCancelled }: ManagedBooking,
  moved: string,
  taken: string,
  words: PublicWords,
): { notice?: string; alert?: string } {
  if (isCancelled) return {}
  if (taken !== '') return { alert: words.texts.taken }
  return moved === '' ? {} : { notice: words.texts.isMoved }
}

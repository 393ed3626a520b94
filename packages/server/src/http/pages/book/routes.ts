import type { FastifyInstance, FastifyReply } from 'fastify'
import { type OpenBookingPage, tokenPattern } from '../../../calendar/index.ts'
import { clientAddress } from '../../guard/index.ts'
import { formText } from '../form-fields.ts'
import { seeOther } from '../send-page.ts'
import { sendNothingHere, sendPublic } from '../public/layout.ts'
import { type PublicWords, publicWords } from '../public/words.ts'
import { type BookForm, bookForm, type BookProblems, checkedForm, emptyForm } from './form.ts'
import { managedRequest, sendEventFile } from './manage.ts'
import { type BookNeeds, type BookRequest, tooMany } from './needs.ts'
import { bookedPage } from './manage-page.ts'
import { bookPage } from './page.ts'
import { loadWeek, getZone } from './picker.ts'

const address = new RegExp(`^/book/(?:(${tokenPattern})(/booked)?|manage/(${tokenPattern})(/event\\.ics)?)$`)

/** `GET, POST /book/…`. What fits no address is answered as what is unknown is. */
export function bookRoutes(app: FastifyInstance, needs: BookNeeds): void {
  app.get('/book/*', async (request: BookRequest, reply) => {
    const words = publicWords(request.headers['accept-language'])
    const [token, booked, manage, file] = parsePath(request)
    if (manage !== undefined && file !== undefined) return sendEventFile(needs, reply, words, manage)
    if (manage !== undefined) return managedRequest(needs, request, reply, words, manage)
    const page = token === undefined ? undefined : await needs.booking.open(token)
    if (token === undefined || !page) return sendNothingHere(reply, words)
    const field = formText(request.query)
    if (booked !== undefined) {
      const manageToken = field('booking')
      const booking = manageToken === '' ? undefined : await needs.booking.manage(manageToken)
      return sendPublic(reply, 200, bookedPage(token, words, booking && { ...booking, manageToken }))
    }
    const form = { ...emptyForm, timeZone: field('tz'), w: field('w') }
    const alert = field('taken') === '' ? undefined : words.texts.taken
    return show(
      { reply, words, token, page, isFirstLook: field('tz') === '' },
      { status: 200, form, problems: {}, alert },
    )
  })

  app.post('/book/*', async (request: BookRequest, reply) => {
    const words = publicWords(request.headers['accept-language'])
    const [token, booked, manage, file] = parsePath(request)
    if (manage !== undefined && file === undefined)
      return managedRequest(needs, request, reply, words, manage)
    const page = token === undefined || booked !== undefined ? undefined : await needs.booking.open(token)
    if (token === undefined || !page) return sendNothingHere(reply, words)
    return bookSlot(needs, request, { reply, words, token, page })
  })
}

function parsePath({ url }: BookRequest): Array<string | undefined> {
  const [, token, booked, manage, file] = address.exec(url.split('?', 1)[0] ?? '') ?? []
  return [token, booked, manage, file]
}

interface Answering {
  reply: FastifyReply
  words: PublicWords
  token: string
  page: OpenBookingPage
  /** The visitor's time zone is not known yet. */
  isFirstLook?: boolean
}

async function bookSlot(needs: BookNeeds, request: BookRequest, answering: Answering): Promise<FastifyReply> {
  const { reply, words, token, page } = answering
  const form = bookForm(formText(request.body))
  // Before anything else is done for it, so that an attempt that is refused counts as well.
  const retryAt = await needs.attempt(clientAddress(request))
  if (retryAt)
    return show(answering, { status: 429, form, problems: {}, alert: tooMany(needs, reply, retryAt, words) })
  if (form.trap !== '')
    return show(answering, { status: 422, form, problems: {}, alert: words.texts.notEmpty })
  const checked = checkedForm(form, page, words)
  if ('problems' in checked) return show(answering, { status: 422, form, problems: checked.problems })
  const result = await page.book(checked.start, checked.booker)
  if (result.outcome === 'booked')
    return seeOther(reply, `/book/${token}/booked?booking=${result.manageToken}`)
  if (result.outcome === 'taken') return seeOther(reply, `/book/${token}?taken=1${zoneQuery(form, page)}`)
  return show(answering, { status: 422, form, problems: { slot: words.texts.problems.slot } })
}

/** Only what differs from what the page would choose by itself. */
function zoneQuery(form: BookForm, page: OpenBookingPage): string {
  const zone = getZone(form.timeZone, page)
  return zone === page.settings.zone ? '' : `&tz=${encodeURIComponent(zone)}`
}

interface ShownForm {
  status: number
  form: BookForm
  problems: BookProblems
  alert?: string | undefined
}

async function show(
  { reply, words, token, page, isFirstLook = false }: Answering,
  { status, form, problems, alert }: ShownForm,
): Promise<FastifyReply> {
  const week = await loadWeek(page, getZone(form.timeZone, page), form.w)
  const text = bookPage({ token, words, page, week, form, problems, alert, isFirstLook })
  return sendPublic(reply, status, text, { hasScript: isFirstLook })
}

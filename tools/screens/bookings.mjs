/** Three booking pages with a booked time on each: one that stands, one cancelled, one too near to be changed. */
const monthInMinutes = 30 * 24 * 60
const workdays = [1, 2, 3, 4, 5]
const settings = {
  zone: 'Europe/Berlin',
  hours: workdays.map((weekday) => ({ weekday, from: 9 * 60, to: 17 * 60 })),
  overrides: [],
  slotMinutes: 30,
  stepMinutes: 30,
  bufferBefore: 0,
  bufferAfter: 10,
  noticeMinutes: 120,
  horizonDays: 30,
  perDay: 4,
  perWeek: null,
  changeUntilMinutes: 60,
}
/** Returns the address of the first booking page, and the addresses at which its visitors manage their bookings. */
export async function makeBookings({ request, address, call, ensure, calendarId, samples }) {
  const { description, location } = samples
  const createPage = (name, ownSettings = {}) =>
    createBookingPage({ call, ensure, calendarId }, name, {
      ...settings,
      description,
      location,
      ...ownSettings,
    })
  const send = (url, form) => request.post(url, { form, headers: { origin: address } })
  // The server takes a few bookings an hour from one address: those of earlier runs are used again.
  const bookOnce = async (pageUrl, name) => {
    const earlier = await findManagedAddress(call, name)
    if (earlier) return earlier
    const slot = lastSlotOf(await (await request.get(pageUrl)).text())
    return managedAddress(await send(pageUrl, { slot, website: '', ...samples.visitor }))
  }

  const book = await createPage(samples.open)
  const cancelled = await bookOnce(await createPage(samples.cancelled), samples.cancelled)
  await send(cancelled, { action: 'cancel' })
  const closed = await createPage(samples.closed, { changeUntilMinutes: monthInMinutes })
  return {
    book,
    manage: await bookOnce(book, samples.open),
    cancelled,
    tooLate: await bookOnce(closed, samples.closed),
  }
}

/** Returns the page's address, which the server hands out only while it makes a new one. */
async function createBookingPage({ call, ensure, calendarId }, name, pageSettings) {
  const calendars = { destinationId: calendarId, busyCalendarIds: [calendarId] }
  const id = await ensure('BookingPage', { name, ...calendars, isEnabled: true, settings: pageSettings })
  return (await call('BookingPage/renew', { id })).url
}

function lastSlotOf(markup) {
  const slots = [...markup.matchAll(/name="slot"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="slot"/g)]
  return slots.map((match) => match[1] ?? match[2]).at(-1)
}

/** Returns the address at which a booking can be changed, from the answer that the browser was sent on to. */
function managedAddress(answer) {
  const { pathname, searchParams, origin } = new URL(answer.url())
  const manageToken = searchParams.get('booking')
  if (!pathname.endsWith('/booked') || manageToken === null)
    throw new Error(`The booking was answered with ${answer.status()} at ${pathname}`)
  return `${origin}/book/manage/${manageToken}`
}

/** Finds the address in the mail about an earlier booking on the page of this name, if its visitor reads it here. */
async function findManagedAddress(call, name) {
  for (const accountId of call.mailAccounts) {
    const { ids } = await call('Email/query', { accountId, filter: { text: name }, limit: 20 })
    const args = { accountId, ids, properties: ['bodyValues', 'textBody'], fetchTextBodyValues: true }
    const { list } = await call('Email/get', args)
    const texts = list.flatMap(({ bodyValues }) => Object.values(bodyValues).map(({ value }) => value))
    const match = /https?:\S+\/book\/manage\/[\w-]{43}/.exec(texts.join('\n'))
    if (match) return match[0]
  }
  return undefined
}

/** Three booking pages, and on each a time that was booked: one is kept, one cancelled, one too near to be changed. */
const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: 9 * 60, to: 17 * 60 }))
const settings = {
  description: 'For anything about the library.',
  location: 'Harbour library, second floor',
  zone: 'Europe/Berlin',
  hours,
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
const aMonth = 30 * 24 * 60
const [kept, cancelled, late] = ['A talk with Nora', 'Lunch at the harbour', 'A day on the boats']
const visitor = {
  name: 'Ben Ottesen',
  email: 'nora@larkfield.example',
  note: 'About the boats.',
  website: '',
}

/** Answers the address of the first page, and those by which the bookings are changed. */
export async function makeBookings(needs) {
  const book = await pageNamed(needs, kept, settings)
  const toCancel = await pageNamed(needs, cancelled, settings)
  const tooLate = await pageNamed(needs, late, { ...settings, changeUntilMinutes: aMonth })
  return {
    book,
    manage: await bookedAt(needs, book, kept),
    cancelled: await cancelledAt(needs, await bookedAt(needs, toCancel, cancelled)),
    tooLate: await bookedAt(needs, tooLate, late),
  }
}

/** The address of a page is told when it is made anew, and only then. */
async function pageNamed({ call, kept: keptOne, calendar }, name, of) {
  const places = { destinationId: calendar.id, busyCalendarIds: [calendar.id] }
  const id = await keptOne('BookingPage', { name, ...places, isEnabled: true, settings: of })
  return (await call('BookingPage/renew', { id })).url
}

/** The address by which a booking is changed; it stands in the letter about it alone. */
async function bookedAt({ request, address, call }, page, name) {
  const before = await inLetter(call, name)
  if (before) return before
  const text = await (await request.get(page)).text()
  const slots = [...text.matchAll(/name="slot"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="slot"/g)]
  const slot = slots.map((found) => found[1] ?? found[2]).at(-1)
  const answer = await request.post(page, { form: { slot, ...visitor }, headers: { origin: address } })
  if (!answer.url().endsWith('/booked')) throw new Error(`Nothing was booked: ${answer.status()}`)
  for (let tries = 0; tries < 60; tries++) {
    const found = await inLetter(call, name)
    if (found) return found
    await new Promise((settle) => setTimeout(settle, 1_000))
  }
  throw new Error('No letter tells where the booking is changed')
}

async function inLetter(call, name) {
  for (const accountId of call.mailAccounts) {
    const { ids } = await call('Email/query', { accountId, filter: { text: name }, limit: 20 })
    const args = { accountId, ids, properties: ['bodyValues', 'textBody'], fetchTextBodyValues: true }
    const { list } = await call('Email/get', args)
    for (const { bodyValues } of list)
      for (const { value } of Object.values(bodyValues)) {
        const found = /https?:\S+\/book\/manage\/[\w-]{43}/.exec(value)
        if (found) return found[0]
      }
  }
  return undefined
}

/** Asked twice it is cancelled once. */
async function cancelledAt({ request, address }, manage) {
  await request.post(manage, { form: { action: 'cancel' }, headers: { origin: address } })
  return manage
}

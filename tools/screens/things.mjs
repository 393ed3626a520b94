/**
 * What the demo lacks and screens show: a template, a rule, a saved search, a contact, events side by side, a share link,
 * booking pages and times booked on them. Each is made once, known again by its name, and stays.
 */
import { makeBookings } from './bookings.mjs'

const [rule, template] = [
  {
    name: 'Invoices',
    condition: {
      operator: 'OR',
      conditions: [{ subject: 'invoice' }, { from: 'billing' }, { text: 'receipt' }],
    },
    actions: [{ type: 'star' }, { type: 'markRead' }],
  },
  {
    name: 'Thanks for the order',
    subject: 'Your order, {{recipient.firstName}}',
    htmlBody: '<div>Dear {{recipient.firstName}},</div><div>thank you. It leaves us on {{date}}.</div>',
  },
]
const search = { name: 'Letters with files from Elin', query: 'from:elin has:attachment' }
const card = {
  name: {
    components: [
      { kind: 'given', value: 'Annika' },
      { kind: 'surname', value: 'Scharfenberger' },
    ],
    isOrdered: true,
  },
  organizations: { o1: { name: 'Schifffahrtsversicherungsgesellschaft Nordhafen' } },
  titles: { t1: { name: 'Head of claims' } },
  emails: {
    e1: { address: 'annika.scharfenberger@schifffahrtsversicherungsgesellschaft.example' },
    e2: { address: 'annika@home.example' },
  },
  phones: { p1: { number: '+49 40 1234567' } },
  addresses: { a1: { full: 'Am Sandtorkai 7\n20457 Hamburg' } },
  links: { l1: { uri: 'https://www.nordhafen.example/claims/annika-scharfenberger' } },
  notes: { n1: { note: 'Prefers to be called before ten.\nKnows the harbour master.' } },
}
/** `request` has a session's cookies. Answers the addresses that only their maker is told. */
export async function makeThings(request, address) {
  const call = await caller(request, address)
  const kept = async (type, wanted, isIt = ({ name }) => name === wanted.name, args = {}) => {
    const { list } = await call(`${type}/get`, { ids: null, ...args })
    const found = list.find(isIt)
    if (found) return found.id
    const { created, notCreated } = await call(`${type}/set`, { create: { one: wanted } })
    if (!created?.one) throw new Error(`${type} was refused: ${JSON.stringify(notCreated)}`)
    return created.one.id
  }
  const { list: calendars } = await call('Calendar/get', { ids: null })
  const calendar = calendars.find(({ isDefault }) => isDefault) ?? calendars[0]

  await kept('Template', template)
  await kept('Rule', rule)
  await kept('SavedSearch', search)
  const isAnnika = ({ emails }) =>
    Object.values(emails ?? {}).some((one) => one.address === 'annika@home.example')
  const contact = await kept('ContactCard', card, isAnnika)
  for (const event of eventsAt(calendar.id))
    await kept('CalendarEvent', event, ({ title }) => title === event.title)
  const link = await kept('ShareLink', {
    name: 'For the band',
    calendarIds: [calendar.id],
    details: ['Title'],
    window: { kind: 'rolling', days: 14 },
    expiresOn: null,
  })
  const { url: share } = await call('ShareLink/renew', { id: link })
  const bookings = await makeBookings({ request, address, call, kept, calendar })
  return { contact, share, ...bookings, ...preferencesBy(call) }
}

/** What a screen shows otherwise than usual, until it was photographed. */
function preferencesBy(call) {
  let before = {}
  const set = (changes) => call('Preferences/set', { update: { singleton: changes } })
  return {
    async prefer(changes) {
      const { list } = await call('Preferences/get', {})
      before = Object.fromEntries(Object.keys(changes).map((name) => [name, list[0][name]]))
      await set(changes)
    },
    preferUsual: () => set(before),
  }
}

/** Three at once, which is where a narrow week shows what it can do. */
function eventsAt(calendarId) {
  const day = new Date().toISOString().slice(0, 10)
  const event = (title, time, duration, more = {}) => ({
    '@type': 'Event',
    title,
    start: `${day}T${time}:00`,
    duration,
    timeZone: 'Europe/Berlin',
    calendarIds: { [calendarId]: true },
    ...more,
  })
  return [
    event('Design review', '10:00', 'PT2H'),
    event('Dentist', '10:30', 'PT1H', { locations: { l: { name: 'Harbour street 4' } } }),
    event('Call with the bank about the mortgage', '11:00', 'PT1H30M'),
    event('Stand-up', '09:00', 'PT15M', {
      recurrenceRule: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'we' }, { day: 'fr' }, { day: 'su' }],
      },
    }),
  ]
}

/** Asks JMAP as the signed-in user; the personal account where none is named. */
async function caller(request, address) {
  let headers = await bearer(request, address)
  const session = await (await request.get('/jmap/session', { headers })).json()
  const personal = session.primaryAccounts['urn:plmail:params:jmap:preferences']
  const using = Object.keys(session.capabilities)
  const call = async (name, args) => {
    const data = { using, methodCalls: [[name, { accountId: personal, ...args }, '0']] }
    const ask = () => request.post('/jmap/api', { headers, data })
    let answer = await ask()
    if (answer.status() === 401) {
      headers = await bearer(request, address)
      answer = await ask()
    }
    const [response] = answer.ok() ? (await answer.json()).methodResponses : []
    if (response?.[0] !== name)
      throw new Error(`${name} answered ${JSON.stringify(response ?? answer.status())}`)
    return response[1]
  }
  const hasMail = ({ accountCapabilities }) => Object.hasOwn(accountCapabilities, 'urn:ietf:params:jmap:mail')
  const accounts = Object.entries(session.accounts).filter(([, account]) => hasMail(account))
  return Object.assign(call, { mailAccounts: accounts.map(([id]) => id) })
}

/** Good for a quarter of an hour, which photographing everything takes longer than. */
async function bearer(request, address) {
  const asked = await request.post('/api/session/token', {
    headers: { origin: new URL(address).origin },
  })
  return { authorization: `Bearer ${(await asked.json()).token}` }
}

/**
 * What the demo lacks and screens show: a template, a rule, a saved search, a contact, events side by side, a share link,
 * booking pages and times booked on them. Each is made once, and recognised by its name when the screens are taken again.
 */
import { makeBookings } from './bookings.mjs'
import { englishSamples } from './samples.mjs'

/**
 * Returns what screens need to be found: addresses that only their maker sees, ids, and the title of the event that repeats.
 * `request` has the cookies of a session.
 */
export async function makeThings(request, address, samples = englishSamples) {
  const call = await jmapCaller(request, address)
  const ensure = async (type, fields, matches = ({ name }) => name === fields.name) => {
    const { list } = await call(`${type}/get`, { ids: null })
    const existing = list.find(matches)
    if (existing) return existing.id
    const { created, notCreated } = await call(`${type}/set`, { create: { record: fields } })
    if (!created?.record) throw new Error(`${type} was refused: ${JSON.stringify(notCreated)}`)
    return created.record.id
  }
  const { list: calendars } = await call('Calendar/get', { ids: null })
  const calendar = calendars.find(({ isDefault }) => isDefault) ?? calendars[0]

  await ensure('Template', samples.template)
  await ensure('Rule', ruleNamed(samples.rule))
  await ensure('SavedSearch', { name: samples.search, query: 'from:elin has:attachment' })
  const contact = await ensure('ContactCard', cardOf(samples.contact), ({ emails }) =>
    Object.values(emails ?? {}).some((email) => email.address === samples.contact.homeEmail),
  )
  for (const event of eventsToday(calendar.id, samples.events))
    await ensure('CalendarEvent', event, ({ title }) => title === event.title)
  const link = await ensure('ShareLink', {
    name: samples.shareLink,
    calendarIds: [calendar.id],
    details: ['Title'],
    window: { kind: 'rolling', days: 14 },
    expiresOn: null,
  })
  const { url: share } = await call('ShareLink/renew', { id: link })
  const bookings = await makeBookings({
    request,
    address,
    call,
    ensure,
    calendarId: calendar.id,
    samples: samples.booking,
  })
  return { contact, share, recurring: samples.events.recurring, ...bookings, ...preferencesBy(call) }
}

const ruleNamed = (name) => ({
  name,
  condition: {
    operator: 'OR',
    conditions: [{ subject: 'invoice' }, { from: 'billing' }, { text: 'receipt' }],
  },
  actions: [{ type: 'star' }, { type: 'markRead' }],
})

const cardOf = (contact) => ({
  name: {
    components: [
      { kind: 'given', value: contact.given },
      { kind: 'surname', value: contact.surname },
    ],
    isOrdered: true,
  },
  organizations: { o1: { name: contact.organization } },
  titles: { t1: { name: contact.title } },
  emails: { e1: { address: contact.workEmail }, e2: { address: contact.homeEmail } },
  phones: { p1: { number: '+49 40 1234567' } },
  addresses: { a1: { full: contact.address } },
  links: { l1: { uri: contact.link } },
  notes: { n1: { note: contact.note } },
})

/** Sets preferences for one screen, and puts them back afterwards. */
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

/** Three overlapping events show how a narrow week lays them out side by side; a fourth one repeats. */
function eventsToday(calendarId, texts) {
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
    event(texts.longest, '10:00', 'PT2H'),
    event(texts.shortest, '10:30', 'PT1H', { locations: { l: { name: texts.place } } }),
    event(texts.longTitle, '11:00', 'PT1H30M'),
    event(texts.recurring, '09:00', 'PT15M', {
      recurrenceRule: {
        frequency: 'weekly',
        byDay: [{ day: 'mo' }, { day: 'we' }, { day: 'fr' }, { day: 'su' }],
      },
    }),
  ]
}

/** Calls JMAP methods as the signed-in user, in the personal account unless another one is named. */
async function jmapCaller(request, address) {
  const { origin } = new URL(address)
  let headers = await bearer(request, origin)
  const session = await (await request.get(`${origin}/jmap/session`, { headers })).json()
  const personal = session.primaryAccounts['urn:plmail:params:jmap:preferences']
  const using = Object.keys(session.capabilities)
  const call = async (name, args) => {
    const data = { using, methodCalls: [[name, { accountId: personal, ...args }, '0']] }
    const ask = () => request.post(`${origin}/jmap/api`, { headers, data })
    let answer = await ask()
    if (answer.status() === 401) {
      headers = await bearer(request, origin)
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

/** A token lasts a quarter of an hour; photographing everything takes longer. */
async function bearer(request, origin) {
  const tokenAnswer = await request.post(`${origin}/api/session/token`, {
    headers: { origin },
  })
  return { authorization: `Bearer ${(await tokenAnswer.json()).token}` }
}

import { ProviderName } from '@plmail/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { declaredMethods } from '../../../server-testing/src/jmap/test-jmap.ts'
import { answersOfRoutes, type RouteAnswers } from '../../../server-testing/src/main/answers-of-routes.ts'
import { nothing, type Objects } from '../../../server-testing/src/main/isolation-objects.ts'
import {
  methodCases,
  type Named,
  routeCases,
  routesForAdministrators,
  routesThatNameNothing,
} from '../../../server-testing/src/main/isolation-cases.ts'
import {
  insertPasskey,
  insertSignOnIdentity,
  insertTrustedDevice,
} from '../../../server-testing/src/people/inserted-factors.ts'
import {
  commonPassword,
  type Json,
  type Person,
  type WholeServer,
  wholeServer,
} from '../../../server-testing/src/main/whole-server.ts'

/**
 * What belongs to somebody else does not exist: every method and every route answers exactly as it answers for ids that
 * nothing ever had. The same holds between the accounts of one user. A method or route without a case fails here.
 */
let server: WholeServer
let ada: Person
let bob: Person
/** What is in Ada's first account. */
let hers: Objects
/** The same in her second account, and in both of Bob's. */
let atWork: Objects
let his: Objects
let his2: Objects
beforeAll(async () => {
  server = await wholeServer()
  ada = await server.person('ada', 2)
  bob = await server.person('bob', 2)
  hers = await filled(ada, 0)
  atWork = await filled(ada, 1)
  his = await filled(bob, 0)
  his2 = await filled(bob, 1)
})
afterAll(() => server[Symbol.asyncDispose]())

let bookers = 0
const getSecret = ({ id }: Person) => `Nobody but ${id}`

/** Kinds of object that belong to the person whatever the account: only who asks tells them apart. */
const kindsOfPerson = [
  'user',
  'journal',
  'subscription',
  'appPassword',
  'personal',
  'savedSearch',
  'template',
  'addressBook',
  'card',
  'trustedSender',
  'rule',
  'ruleRun',
  'listRun',
] as const

/** So that a message is one about a meeting, too. */
const invitationTo = (address: string) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//T//T//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:of-${address}`,
    'DTSTAMP:20260101T000000Z',
    'DTSTART:20261005T090000Z',
    'DURATION:PT1H',
    'ORGANIZER:mailto:somebody@example.test',
    `ATTENDEE;RSVP=TRUE:mailto:${address}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')

/** Fills an account of somebody with one object of each kind. */
async function filled(person: Person, index: number): Promise<Objects> {
  const accountId = person.accounts[index]!
  const call = async (name: string, args: Json) => {
    const [answered, answer] = await person.call(name, { accountId, ...args })
    if (answered !== name) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer
  }
  const madeBy = async (name: string, args: Json) =>
    Object.values((await call(name, args))['created'] as Record<string, Json>)[0]!
  const { list } = (await call('Identity/get', {})) as { list: Array<{ id: string; email: string }> }
  const since = String((await call('Mailbox/get', { ids: [] }))['state'])
  const { id: mailbox } = await madeBy('Mailbox/set', { create: { m: { name: 'Kept', role: 'archive' } } })
  await madeBy('Mailbox/set', { create: { m: { name: 'Below', parentId: mailbox } } })
  const { email: address, id: identity } = list[0]!
  const from = [{ name: null, email: address }]
  const structure = {
    bodyStructure: {
      type: 'multipart/alternative',
      subParts: [
        { type: 'text/plain', partId: 't' },
        { partId: 'c', 'header:Content-Type': 'text/calendar; method=REQUEST' },
      ],
    },
    bodyValues: { t: { value: getSecret(person) }, c: { value: invitationTo(address) } },
  }
  const email = await madeBy('Email/set', {
    create: {
      m: {
        mailboxIds: { [mailbox as string]: true },
        subject: getSecret(person),
        from,
        to: from,
        ...structure,
        'header:Disposition-Notification-To': 'someone@example.test',
      },
    },
  })
  const holdFor = {
    mailFrom: { email: address, parameters: { HOLDFOR: '86400' } },
    rcptTo: [{ email: address }],
  }
  const submission = await madeBy('EmailSubmission/set', {
    create: { s: { identityId: identity, emailId: email['id'], envelope: holdFor } },
  })
  const { journalId } = await call('Email/set', { update: { [String(email['id'])]: { 'keywords/x': true } } })
  const { database } = server.db
  const [quota] = await database.query<{ id: number }>(
    `insert into quota (account_id, resource, used, hard_limit) values ($1, 'storage', 1, 2) returning id`,
    [accountId.slice(1)],
  )
  const [conflict] = await database.query<{ id: number }>(
    `insert into event_conflict (account_id, calendar_id, event_id, kind, fields, at)
     values ($1, 1, 1, 'changed-there', '{}', now()) returning id`,
    [person.personalId.slice(1)],
  )
  const [source] = await database.query<{ id: number }>(
    `insert into calendar_source (user_id, account_id, kind, name, address, username, secret, condition_since, created_at)
     values ($1, $2, 'caldav', 'Theirs', 'https://calendar.example.test/', 'me', 'x', now(), now()) returning id`,
    [person.id.slice(1), person.personalId.slice(1)],
  )
  const [, subscribed] = await person.call('PushSubscription/set', {
    create: { p: { deviceClientId: `${index}`, url: 'https://push.example.test/x' } },
  })
  const proven = async (url: string, payload: Json) => {
    const answer = await person.ask({
      method: 'POST',
      url,
      payload: { ...payload, password: commonPassword },
    })
    return (JSON.parse(answer.text) as { id: string }).id
  }
  const [browser] = await database.query<{ digest: Buffer }>(
    `insert into web_session (digest, user_id, form_key, label, address, created_at, last_seen_at, expires_at)
     values (sha256($1::bytea), $2, '', '', '', now(), now(), now() + interval '1 day') returning digest`,
    [Buffer.from(`${person.id}-${index}`), person.id.slice(1)],
  )
  const trustedDevice = await insertTrustedDevice(database, person.id, `${person.id}-${index}`)
  const passkey = await insertPasskey(database, person.id, `${person.id}-${index}`)
  const signOnIdentity = await insertSignOnIdentity(database, person.id, `${person.id}-${index}`)
  const [, searches] = await person.call('SavedSearch/set', {
    accountId: person.personalId,
    create: { s: { name: getSecret(person), query: 'invoice' } },
  })
  const [, templates] = await person.call('Template/set', {
    accountId: person.personalId,
    create: { t: { name: getSecret(person), htmlBody: getSecret(person) } },
  })
  const [, trusted] = await person.call('TrustedSender/set', {
    accountId: person.personalId,
    create: { t: { address: `${person.id}-${index}@example.test` } },
  })
  const [, rules] = await person.call('Rule/set', {
    accountId: person.personalId,
    create: { r: { name: getSecret(person), condition: { from: 'nobody' }, actions: [{ type: 'star' }] } },
  })
  const rule = (rules['created'] as { r: { id: string } }).r.id
  const [, acting] = await person.call('List/run', { role: 'drafts', action: { type: 'star' } })
  const [, begun] = await person.call('Rule/run', { accountId: person.personalId, id: rule })
  const [, books] = await person.call('AddressBook/set', {
    accountId: person.personalId,
    create: { b: { name: getSecret(person) } },
  })
  const addressBook = (books['created'] as { b: { id: string } }).b.id
  const [, cards] = await person.call('ContactCard/set', {
    accountId: person.personalId,
    create: {
      c: {
        addressBookIds: { [addressBook]: true },
        name: { full: getSecret(person) },
        emails: { e: { address: 'nobody@example.test' } },
      },
    },
  })
  const [, calendars] = await person.call('Calendar/set', {
    accountId: person.personalId,
    create: { c: { name: getSecret(person) } },
  })
  const calendar = (calendars['created'] as { c: { id: string } }).c.id
  const [, events] = await person.call('CalendarEvent/set', {
    accountId: person.personalId,
    create: {
      e: {
        calendarIds: { [calendar]: true },
        title: getSecret(person),
        start: '2026-11-04T09:00:00',
        duration: 'PT1H',
        timeZone: 'Europe/Berlin',
        recurrenceRule: { frequency: 'weekly' },
      },
    },
  })
  const [, links] = await person.call('ShareLink/set', {
    accountId: person.personalId,
    create: { l: { name: getSecret(person), calendarIds: [calendar] } },
  })
  const everyHour = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440 }))
  const [, pages] = await person.call('BookingPage/set', {
    accountId: person.personalId,
    create: { p: { name: getSecret(person), destinationId: calendar, settings: { hours: everyHour } } },
  })
  const { id: bookingPage, token } = (pages['created'] as { p: { id: string; token: string } }).p
  const { text: offered } = await person.ask({ method: 'GET', url: `/book/${token}` })
  const slot = /name="slot"\s+value="([^"]+)"/.exec(offered)?.[1] ?? ''
  await person.ask({
    method: 'POST',
    url: `/book/${token}`,
    remoteAddress: `192.0.2.${(bookers += 1)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ slot, name: getSecret(person), email: 'b@example.test' }).toString(),
  })
  const [, bookings] = await person.call('Booking/list', { accountId: person.personalId })
  const [booking] = bookings['list'] as Array<{ id: string }>
  const [, notices] = await person.call('CalendarEventNotification/get', { accountId: person.personalId })
  const [notice] = notices['list'] as Array<{ id: string }>
  return {
    notification: notice!.id,
    bookingPage,
    booking: booking!.id,
    shareLink: (links['created'] as { l: { id: string } }).l.id,
    calendarSource: `CS${source!.id}`,
    conflict: String(conflict!.id),
    calendar,
    event: (events['created'] as { e: { id: string } }).e.id,
    addressBook,
    card: (cards['created'] as { c: { id: string } }).c.id,
    rule,
    ruleRun: (begun['run'] as { id: string }).id,
    listRun: (acting['run'] as { id: string }).id,
    personal: person.personalId,
    trustedSender: (trusted['created'] as { t: { id: string } }).t.id,
    savedSearch: (searches['created'] as { s: { id: string } }).s.id,
    template: (templates['created'] as { t: { id: string } }).t.id,
    user: person.id,
    account: accountId,
    since,
    identity,
    mailbox: String(mailbox),
    email: String(email['id']),
    thread: String(email['threadId']),
    blob: String(email['blobId']),
    submission: String(submission['id']),
    quota: `Q${quota!.id}`,
    journal: String(journalId),
    subscription: (subscribed['created'] as { p: { id: string } }).p.id,
    appPassword: await proven('/api/app-passwords', { name: `${index}` }),
    browser: browser!.digest.toString('base64url'),
    trustedDevice,
    pairing: await proven('/api/pairings', {}),
    passkey,
    signOnIdentity,
  }
}

/** The answer with the ids that were asked for taken out, so that two answers can be compared; plain numbers may mean anything. */
function anonymous(answer: unknown, named: Objects): string {
  let text = JSON.stringify(answer)
  for (const [kind, id] of Object.entries(named))
    if (kind !== 'since' && kind !== 'conflict')
      text = text.replaceAll(new RegExp(`\\b${id}(?!\\d)`, 'g'), `<${kind}>`)
  return text
}

const table = [...declaredMethods.keys()]

test('every method has its case, and no case is left over', () => {
  expect(Object.keys(methodCases).sort()).toEqual(table.toSorted())
})

const argumentsFor = (name: string, named: Named) => methodCases[name]?.(named) ?? []

/** Calls what names `foreign` and what names `unknown` in the same way; both answers, made comparable. */
async function collectAnswers(who: Person, name: string, foreign: Named, unknown: Named) {
  const pairs: Array<[foreign: string, unknown: string]> = []
  for (const [at, args] of argumentsFor(name, foreign).entries()) {
    const others = argumentsFor(name, unknown)[at]!
    const answer = anonymous(await who.call(name, args), foreign.asked)
    pairs.push([answer, anonymous(await who.call(name, others), unknown.asked)])
  }
  return pairs
}

describe.each(table)('%s', (name) => {
  test.each(['in the account of another user', 'in one’s own account'])(
    'knows nothing of another user %s',
    async (place) => {
      const accounts = place === 'in one’s own account' ? [his, his] : [hers, nothing]
      const [foreign, unknown] = [hers, nothing].map((objects, at): Named => ({
        asked: { ...objects, account: accounts[at]!.account, personal: accounts[at]!.personal },
        here: his,
        elsewhere: his2,
      })) as [Named, Named]
      for (const [answer, expected] of await collectAnswers(bob, name, foreign, unknown)) {
        expect(answer).toBe(expected)
        expect(answer).not.toContain(getSecret(ada))
        expect(answer).not.toMatch(new RegExp(`\\b${hers.account}\\b`))
      }
    },
  )

  test('knows nothing of another account of the same user', async () => {
    const ofPerson = Object.fromEntries(kindsOfPerson.map((kind) => [kind, nothing[kind]]))
    const [foreign, unknown] = [hers, nothing].map((objects): Named => ({
      asked: {
        ...objects,
        account: atWork.account,
        ...ofPerson,
      },
      here: atWork,
      elsewhere: { ...hers, blob: 'Bnone' },
    })) as [Named, Named]
    for (const [answer, expected] of await collectAnswers(ada, name, foreign, unknown))
      expect(answer).toBe(expected)
  })

  test('finds nothing in a personal account, or the other way round', async () => {
    const asked = { ...hers, account: ada.personalId, personal: hers.account }
    const all = argumentsFor(name, { asked, here: atWork, elsewhere: atWork })
    const swapped = [ada.personalId, hers.account]
    // Bytes are kept in both, each its own.
    const isOfBoth = /^(Blob\/|CalendarEvent\/parse$)/.test(name)
    for (const args of all.filter((json) => swapped.includes(String(json['accountId'])))) {
      const [answered, answer] = await ada.call(name, args)
      const isRefused = answered === 'error' && answer['type'] === 'accountNotSupportedByMethod'
      const isNotFound = JSON.stringify(answer).includes('otFound":[')
      expect(isOfBoth ? isNotFound || name === 'Blob/copy' : isRefused).toBe(true)
    }
  })
})

// A /set destroys what the others name, whichever capability declares them first.
const setsLast = [
  ...table.filter((name) => !name.endsWith('/set')),
  ...table.filter((name) => name.endsWith('/set')),
]

// Last, for it changes things. What found nothing for its owner would prove nothing above.
describe.each(setsLast)('%s of one’s own', (name) => {
  test('is found by what the cases name', async () => {
    const here = { here: hers, elsewhere: atWork }
    const [own, unknown] = [hers, { ...nothing, account: hers.account, personal: hers.personal }].map(
      (asked): Named => ({
        asked,
        ...here,
      }),
    ) as [Named, Named]
    const calls = [own, unknown].map((named) => argumentsFor(name, named).map((args) => JSON.stringify(args)))
    const pairs = await collectAnswers(ada, name, own, unknown)
    for (const [at, [answer, other]] of pairs.entries()) {
      const isOtherCall = calls[0]![at] !== calls[1]![at]
      expect(isOtherCall ? answer !== other : !answer.includes('accountNotFound')).toBe(true)
    }
  })
})

describe('every HTTP route', () => {
  test('has its case or is known to name nothing, and no case is left over', () => {
    const walked = [...Object.keys(routeCases), ...routesForAdministrators]
    expect([...walked, ...routesThatNameNothing].sort()).toEqual(server.routes)
    const named = routesThatNameNothing.filter((route) => route.replace(':provider', '').includes(':'))
    expect(named).toEqual([])
  })

  test.each(routesForAdministrators)('%s is not for others', async (route) => {
    const [method, path] = route.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const { status } = await bob.ask({
      method,
      url: path.replace(':id', '1').replace(':provider', ProviderName.google),
    })
    expect(status).toBe(403)
  })

  /** What the person is answered to the case, without the reference that no other answer has. */
  const answerTo = async (person: Person, route: string, asked: Objects) => {
    const [method] = route.split(' ') as ['GET' | 'POST' | 'DELETE']
    const { status, text } = await person.ask({ method, ...routeCases[route]!(asked) })
    const shown = text.replaceAll(/\b[0-9a-f]{12}\b/g, 'reference')
    return anonymous({ status, shown }, asked)
  }

  test.each(Object.keys(routeCases))('%s knows nothing of another user', async (route) => {
    const answer = await answerTo(bob, route, hers)
    expect(answer).toBe(await answerTo(bob, route, nothing))
    expect(answer).not.toContain(getSecret(ada))
    expect(answer).toMatch(/"status":4(?!01)/)
  })

  // A stream has no end to wait for; live.test.ts listens to one.
  const ending = Object.keys(routeCases).filter((route) => route !== 'GET /.well-known/hub')

  test.each(ending)('%s finds what is one’s own', async (route) => {
    expect(await answerTo(ada, route, atWork)).not.toBe(await answerTo(ada, route, nothing))
  })
})

describe('whoever has given one factor of two', () => {
  const wayIn = new Set(['GET /', 'GET /login', 'GET /2fa', 'POST /2fa', 'POST /logout'])

  const answersTo = (cookie: string) => answersOfRoutes(server, hers, { ...(cookie && { cookie }) })

  test.each(['the password', 'a remembered sign-in'] as const)(
    'is a stranger to every route with %s',
    async (factor) => {
      const { half, remembered } = await server.oneFactorOf(factor === 'the password' ? 'carl' : 'cora')
      const [stranger, answers] = [
        await answersTo(''),
        await answersTo(factor === 'the password' ? half : remembered),
      ]
      expect(answers.get('GET /')).toMatchObject({ status: 303 })
      expect(answers.get('GET /2fa')).toMatchObject({ status: 200 })
      const receivedCookies = [...answers.values()].flatMap(({ cookies }) => cookies)
      expect(receivedCookies.filter((cookie) => /^plmail_(session|hub)=./.test(cookie))).toEqual([])
      for (const route of wayIn) [stranger, answers].forEach((each) => each.delete(route))
      expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(stranger))
    },
  )
})

describe('whoever has to set up a second factor first', () => {
  const reached = [
    'GET /',
    'GET /login',
    'GET /2fa/set-up',
    'POST /2fa/set-up',
    'POST /logout',
    'POST /api/passkeys/registration',
    'POST /api/passkeys/registration/answer',
  ]
  /** A session or token that is refused is none, in whichever words. */
  const judged = (answers: RouteAnswers) =>
    Object.fromEntries(
      [...answers].map(([route, answer]) => [route, answer.status === 401 ? { status: 401 } : answer]),
    )

  test('is a stranger to every route but those, with a token from before', async () => {
    const dora = await server.person('dora', 1)
    await server.db.database.query('update app_user set is_admin = true where id = $1', [dora.id.slice(1)])
    const payload = { requiredOf: 'administrators', graceDays: 0, password: commonPassword }
    const set = await dora.ask({ method: 'POST', url: '/api/admin/second-factor-policy', payload })
    expect(set.status).toBe(204)
    const stranger = await answersOfRoutes(server, hers, {})
    const sent = { cookie: dora.cookie, authorization: `Bearer ${dora.token}` }
    const answers = await answersOfRoutes(server, hers, sent)
    expect(answers.get('GET /')?.status).toBe(303)
    expect(answers.get('GET /2fa/set-up')).toMatchObject({ status: 200 })
    expect(answers.get('POST /api/passkeys/registration')?.status).toBe(422)
    // The form of nobody has been posted so often that it is throttled by now.
    for (const route of [...reached, 'POST /login']) [stranger, answers].forEach((each) => each.delete(route))
    expect(judged(answers)).toEqual(judged(stranger))
  })
})

test('mail is copied between the accounts of one user', async () => {
  const create = { c: { id: his.email, mailboxIds: {} as Json } }
  const [from, to] = bob.accounts as [string, string]
  const [, { list }] = await bob.call('Mailbox/get', { accountId: to, ids: null })
  create.c.mailboxIds = { [(list as Array<{ id: string }>)[0]!.id]: true }
  const [, copied] = await bob.call('Email/copy', { fromAccountId: from, accountId: to, create })
  const { id } = (copied['created'] as { c: { id: string } }).c
  const [, got] = await bob.call('Email/get', { accountId: to, ids: [id], properties: ['subject'] })
  expect(got['list']).toMatchObject([{ subject: getSecret(bob) }])
})

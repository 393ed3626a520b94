import type { Objects } from './isolation-objects.ts'
import { insertPasskey, insertSignOnIdentity, insertTrustedDevice } from '../people/inserted-factors.ts'
import { commonPassword, type Json, type Person, type WholeServer } from './whole-server.ts'

let bookers = 0

/** What stands in everything that is somebody's, and in no answer to anybody else. */
export const secretOf = ({ id }: Person): string => `Nobody but ${id}`

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

/** Fills an account of somebody with one object of each kind, each with their secret in it. */
export async function fillAccount(server: WholeServer, person: Person, index: number): Promise<Objects> {
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
    bodyValues: { t: { value: secretOf(person) }, c: { value: invitationTo(address) } },
  }
  const email = await madeBy('Email/set', {
    create: {
      m: {
        mailboxIds: { [mailbox as string]: true },
        subject: secretOf(person),
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
    create: { s: { name: secretOf(person), query: 'invoice' } },
  })
  const [, templates] = await person.call('Template/set', {
    accountId: person.personalId,
    create: { t: { name: secretOf(person), htmlBody: secretOf(person) } },
  })
  const [, trusted] = await person.call('TrustedSender/set', {
    accountId: person.personalId,
    create: { t: { address: `${person.id}-${index}@example.test` } },
  })
  const [, rules] = await person.call('Rule/set', {
    accountId: person.personalId,
    create: { r: { name: secretOf(person), condition: { from: 'nobody' }, actions: [{ type: 'star' }] } },
  })
  const rule = (rules['created'] as { r: { id: string } }).r.id
  const [, acting] = await person.call('List/run', { role: 'drafts', action: { type: 'star' } })
  const [, begun] = await person.call('Rule/run', { accountId: person.personalId, id: rule })
  const [, books] = await person.call('AddressBook/set', {
    accountId: person.personalId,
    create: { b: { name: secretOf(person) } },
  })
  const addressBook = (books['created'] as { b: { id: string } }).b.id
  const [, cards] = await person.call('ContactCard/set', {
    accountId: person.personalId,
    create: {
      c: {
        addressBookIds: { [addressBook]: true },
        name: { full: secretOf(person) },
        emails: { e: { address: 'nobody@example.test' } },
      },
    },
  })
  const [, calendars] = await person.call('Calendar/set', {
    accountId: person.personalId,
    create: { c: { name: secretOf(person) } },
  })
  const calendar = (calendars['created'] as { c: { id: string } }).c.id
  const [, events] = await person.call('CalendarEvent/set', {
    accountId: person.personalId,
    create: {
      e: {
        calendarIds: { [calendar]: true },
        title: secretOf(person),
        start: '2026-11-04T09:00:00',
        duration: 'PT1H',
        timeZone: 'Europe/Berlin',
        recurrenceRule: { frequency: 'weekly' },
      },
    },
  })
  const [, links] = await person.call('ShareLink/set', {
    accountId: person.personalId,
    create: { l: { name: secretOf(person), calendarIds: [calendar] } },
  })
  const everyHour = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440 }))
  const [, pages] = await person.call('BookingPage/set', {
    accountId: person.personalId,
    create: { p: { name: secretOf(person), destinationId: calendar, settings: { hours: everyHour } } },
  })
  const { id: bookingPage, token } = (pages['created'] as { p: { id: string; token: string } }).p
  const { text: offered } = await person.ask({ method: 'GET', url: `/book/${token}` })
  const slot = /name="slot"\s+value="([^"]+)"/.exec(offered)?.[1] ?? ''
  await person.ask({
    method: 'POST',
    url: `/book/${token}`,
    remoteAddress: `192.0.2.${(bookers += 1)}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ slot, name: secretOf(person), email: 'b@example.test' }).toString(),
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

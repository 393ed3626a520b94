import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UserId } from '@plmail/wire'
import { compileWords } from '../../../words/compile/compile-words.mjs'
import type * as booking from '../calendar/booking/write-booking-mail.ts'
import type * as meetings from '../calendar/invitations/mail-text.ts'
import { signInChanges } from '../events/index.ts'
import type * as receipts from '../mail/receipts/receipt-text.ts'
import type * as notices from '../people/notices/notice-mail.ts'

/**
 * Every mail that plMail writes, with a made-up language in the place of English: letters without an accent were written
 * into the source instead of the catalogue. Names, addresses and times in the mails are made of other letters.
 */
interface Writers {
  writeMailToBooker: typeof booking.writeMailToBooker
  writeMailToOwner: typeof booking.writeMailToOwner
  mailText: typeof meetings.mailText
  receiptText: typeof receipts.receiptText
  noticeMail: typeof notices.noticeMail
}

const server = join(import.meta.dirname, '..')
let folder: string
let writers: Writers

beforeAll(async () => {
  compileWords({ english: 'pseudo' })
  // Beside the packages that it imports.
  folder = await mkdtemp(join(server, '../../../node_modules/.written-mails-'))
  const outfile = join(folder, 'writers.mjs')
  const contents = `
    export * from './calendar/booking/write-booking-mail.ts'
    export * from './calendar/invitations/mail-text.ts'
    export * from './mail/receipts/receipt-text.ts'
    export * from './people/notices/notice-mail.ts'`
  await build({
    stdin: { contents, resolveDir: server },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['module', 'pseudo'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
    },
  })
  writers = await import(outfile)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What `Intl` writes of days and times in English, and the name of the product. */
const ofFormats = new Set(
  `Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September
  October November December at to am pm AM PM UTC plMail`.split(/\s+/),
)

function plainWords(mail: { subject: string; text: string }): string[] {
  const withoutAddresses = `${mail.subject}\n${mail.text}`.replace(/\S*[@/:._]\S*/g, ' ')
  return (withoutAddresses.match(/[A-Za-z]{2,}/g) ?? []).filter((word) => !ofFormats.has(word))
}

const ada = { name: 'Ада', email: 'ada@example.org' }
const when = { startsAt: new Date('2026-11-24T17:00:00Z'), endsAt: new Date('2026-11-24T18:00:00Z') }

describe('a mail in a made-up language has no words of its own', () => {
  test.each(['confirmed', 'moved', 'cancelled'] as const)('about a booking that is %s', (occasion) => {
    const row = {
      ...when,
      pageName: 'Чай',
      name: 'Боб',
      email: 'bob@example.net',
      note: 'Да',
      timeZone: 'UTC',
    }
    for (const by of [
      { cancelledBy: 'owner', isPlaced: true },
      { cancelledBy: 'booker', isPlaced: false },
    ]) {
      const booked = { ...row, ...by, language: 'en', manageNonce: Buffer.alloc(16), revision: 1 }
      const facts = {
        booking: booked as booking.BookingMailFacts['booking'], // as much of the row as a mail tells
        occasion,
        from: ada,
        zone: 'UTC',
        language: 'en' as const,
        location: 'Сад',
        manageAddress: 'https://mail.example.org/book/1',
        at: new Date('2026-11-20T00:00:00Z'),
      }
      const mails = [writers.writeMailToBooker(facts), writers.writeMailToOwner(facts)]
      expect(mails.flatMap(plainWords)).toEqual([])
      expect(mails.every(({ subject }) => subject.includes('[!!'))).toBe(true)
    }
  })

  test.each([
    'REMINDER',
    'REQUEST',
    'UPDATE',
    'CANCEL',
    'COUNTER',
    'accepted',
    'tentative',
    'declined',
  ] as const)('about a meeting: %s', (kind) => {
    const event = {
      title: 'Обед',
      start: '2026-11-24T12:00:00',
      duration: 'PT1H',
      timeZone: 'UTC',
      locations: { a: { '@type': 'Location', name: 'Сад' } },
      recurrenceRule: { frequency: 'weekly' },
      participants: {
        me: { calendarAddress: `mailto:${ada.email}`, name: ada.name, participationComment: 'Да' },
      },
    }
    const { title: _, ...untitled } = event
    for (const each of [event, untitled]) {
      const { subject, body } = writers.mailText(kind, each, ada.email, { locale: 'en-GB', timeZone: 'UTC' })
      expect(plainWords({ subject, text: body })).toEqual([])
      expect(subject).toContain('[!!')
    }
  })

  test.each(['displayed', 'deleted', 'dispatched', 'processed'] as const)('as a receipt: %s', (type) => {
    for (const subject of ['Обед', null]) {
      const mail = writers.receiptText({ disposition: { type }, subject, address: ada.email }, 'en')
      expect(plainWords({ subject: mail.subject, text: mail.textBody })).toEqual([])
      expect(mail.textBody).toContain('[!!')
    }
  })

  test.each(signInChanges)('about a sign-in: %s', (change) => {
    const user = {
      ...ada,
      id: 1 as UserId,
      isAdmin: false,
      language: 'en',
      locale: 'en-GB',
      timeZone: 'UTC',
      unchosen: [],
    }
    const changed = { id: 'x', userId: 1 as UserId, change, subject: 'Ноут', at: '2026-11-24T12:00:00Z' }
    const mail = writers.noticeMail(
      user as Parameters<typeof notices.noticeMail>[0], // ids are numbers of a kind of their own
      changed as Parameters<typeof notices.noticeMail>[1],
      'https://mail.example.org',
    )
    expect(plainWords(mail)).toEqual([])
    expect(mail.subject).toContain('[!!')
  })
})

test('each section of the catalogue for a kind of mail is walked here', async () => {
  const listed: unknown = JSON.parse(await readFile(join(server, '../../words/server-sections.json'), 'utf8'))
  const kinds = Array.isArray(listed) ? listed.filter((name) => String(name).endsWith('-mail')) : []
  expect(kinds).toEqual(['booking-mail', 'meeting-mail', 'receipt-mail', 'security-mail'])
})

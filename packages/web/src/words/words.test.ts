import { describe, expect, onTestFinished, test } from 'vitest'
import { fileNameOf } from './file-names.ts'
import { whyRefused } from './refusals.ts'
import {
  createDateWords,
  hueOf,
  initialsOf,
  jobName,
  jobWords,
  peopleLine,
  size,
  words,
  writeNumbersAs,
} from './index.ts'

const dates = (now: string, timeZone = 'Europe/Berlin') =>
  createDateWords({ locale: 'en-GB', timeZone, now: () => new Date(now) })

describe('the date rule of lists', () => {
  test('today is a time', () => {
    expect(dates('2026-11-21T18:00:00Z').short(new Date('2026-11-21T13:35:00Z'))).toBe('14:35')
  })

  test('this year is a day, an older year says which', () => {
    expect(dates('2026-11-21T18:00:00Z').short(new Date('2026-08-09T10:00:00Z'))).toBe('9 Aug')
    expect(dates('2026-11-21T18:00:00Z').short(new Date('2024-08-09T10:00:00Z'))).toBe('9 Aug 2024')
  })

  test('the day turns at midnight of the user, not of UTC', () => {
    const justAfterMidnight = '2026-11-20T23:30:00Z'
    expect(dates(justAfterMidnight).short(new Date('2026-11-20T22:30:00Z'))).toBe('20 Nov')
    expect(dates(justAfterMidnight).short(new Date('2026-11-20T23:10:00Z'))).toBe('00:10')
  })

  test('the year turns with the zone too', () => {
    expect(dates('2026-12-31T23:30:00Z').short(new Date('2026-12-31T20:00:00Z'))).toBe('31 Dec 2026')
  })
})

describe('the conventions of a locale', () => {
  const written = (locale: string) => {
    const dateWords = createDateWords({
      locale,
      timeZone: 'UTC',
      now: () => new Date('2026-11-21T18:00:00Z'),
    })
    return [
      dateWords.short(new Date('2026-11-21T13:35:00Z')),
      dateWords.short(new Date('2026-08-09T10:00:00Z')),
    ]
  }

  test('decide how a day and a time are written', () => {
    expect(written('en-GB')).toEqual(['13:35', '9 Aug'])
    expect(written('en-US').map((text) => text.replace(/\s/g, ' '))).toEqual(['1:35 PM', 'Aug 9'])
    expect(written('de')).toEqual(['13:35', '9. Aug.'])
  })

  test('decide how numbers are written, in sentences that stay English', () => {
    onTestFinished(() => writeNumbersAs('en'))
    writeNumbersAs('de')
    expect(words.list.total({ count: 12_480 })).toBe('12.480 conversations')
    expect(words.list.total({ count: 1 })).toBe('1 conversation')
    expect(size(2_340_000)).toBe('2,3 MB')
  })
})

describe('people of a conversation', () => {
  const own = new Set(['me@example.org'])
  const person = (name: string | null, email: string) => ({ name, email })

  test('one sender is named in full', () => {
    expect(peopleLine([person('Ada Lovelace', 'ada@example.org')], own)).toBe('Ada Lovelace')
    expect(peopleLine([person(null, 'ada@example.org')], own)).toBe('ada@example.org')
  })

  test('several are first names, each once, and I am me', () => {
    const senders = [
      person('Ada Lovelace', 'ada@example.org'),
      person('Me Myself', 'ME@example.org'),
      person('Ada L.', 'Ada@example.org'),
      person('Turing, Alan', 'alan@example.org'),
    ]
    expect(peopleLine(senders, own)).toBe('Ada, me, Alan')
    const titled = [person('Prof. Dr. Grace Hopper', 'grace@example.org'), person('Dr.', 'dr@example.org')]
    expect(peopleLine(titled, own)).toBe('Grace, Dr.')
  })

  test('more than three are cut in the middle', () => {
    const senders = ['Ann', 'Ben', 'Cem', 'Dan', 'Eve'].map((name) => person(name, `${name}@example.org`))
    expect(peopleLine(senders, own)).toBe('Ann … Dan, Eve')
  })

  test('a monogram survives odd names', () => {
    expect(initialsOf(person('Ada Lovelace', 'a@x'))).toBe('AL')
    expect(initialsOf(person(null, 'ada@example.org'))).toBe('A')
    expect(initialsOf(person('"🦊 Fox"', 'f@x'))).toBe('🦊F')
    expect(initialsOf(person('()', ''))).toBe('')
  })

  test('a hue is one of twelve and keeps to its address', () => {
    expect(hueOf(person('A', 'Ada@example.org'))).toBe(hueOf(person('B', 'ada@example.org')))
    expect(hueOf(person('A', 'ada@example.org'))).toBeLessThan(12)
  })
})

test('sizes read like sizes', () => {
  expect([532, 14_200, 2_340_000, 25_000_000].map(size)).toEqual(['532 bytes', '14 KB', '2.3 MB', '25 MB'])
})

describe('a refusal', () => {
  test.each([
    [{ type: 'overQuota' }, 'there’s no space left'],
    [{ type: 'overQuota', description: 'You have too many rules.' }, 'You have too many rules'],
    [{ type: 'invalidRecipients', invalidRecipients: ['a@b', 'c'] }, 'the server doesn’t accept a@b, c'],
    [{ type: 'tooManyRecipients', maxRecipients: 500 }, 'you can send to at most 500 recipients at a time'],
    [{ type: 'ofTomorrow' }, 'something went wrong on the server'],
  ])('%j is said in words, never by its name', (refusal, said) => {
    expect(whyRefused(refusal)).toBe(said)
  })
})

test('a file without a name is called what it is', () => {
  const named = (type: string, name: string | null = null) => fileNameOf({ name, type })
  expect(named('text/calendar')).toBe('event.ics')
  expect(named('text/vcard')).toBe('contact.vcf')
  expect(named('message/rfc822')).toBe('message.eml')
  expect([named('image/png'), named('application/pdf')]).toEqual(['picture', 'file'])
  expect(named('text/calendar', 'lunch.ics')).toBe('lunch.ics')
})

describe('what the server calls its work', () => {
  test('has a name that a person would say', () => {
    expect(jobName(jobWords.lanes, 'outbox')).toBe('Sending')
    expect(jobName(jobWords.kinds, 'mail.wake-snoozed')).toBe('Bring back snoozed messages')
  })

  test('is said as it is where this client knows no name for it', () => {
    expect(jobName(jobWords.kinds, 'mail.of-tomorrow')).toBe('mail.of-tomorrow')
  })
})

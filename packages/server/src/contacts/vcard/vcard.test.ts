import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CardJson } from '../types.ts'
import { wholeCard } from '../cards/complete-card.ts'
import { fromCard } from './from-card.ts'
import { readVcards, writeProperty } from './lines.ts'
import { toCard } from './to-card.ts'

const cardsIn = (text: string): CardJson[] => readVcards(text).cards.map(toCard)
const only = (...lines: string[]): CardJson =>
  cardsIn(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n'))[0] ?? {}

describe('a vCard', () => {
  test('of version 4 becomes a card', () => {
    const card = only(
      'VERSION:4.0',
      'UID:urn:uuid:1',
      'FN:Dr. Ada Lovelace',
      'N:Lovelace;Ada;Augusta;Dr.;',
      'KIND:individual',
      'EMAIL;TYPE=work;PREF=1:ada@example.org',
      'TEL;VALUE=uri;TYPE="voice,cell":tel:+49-30-1',
      'NOTE:a\\, b\\nc',
      'ADR;TYPE=home;LABEL="1 Main St\\nBerlin":;;Main St 1;Berlin;;10115;Germany',
      'ORG:Engines\\, Ltd.;Poetry',
      'BDAY:18151210',
      'ANNIVERSARY:--0708',
      'CATEGORIES:math,poetry',
      'URL:https://example.org',
      'X-ODD;A=b:c;d',
    )
    expect(card).toMatchObject({
      uid: 'urn:uuid:1',
      name: {
        full: 'Dr. Ada Lovelace',
        components: [
          { kind: 'title', value: 'Dr.' },
          { kind: 'given', value: 'Ada' },
          { kind: 'given2', value: 'Augusta' },
          { kind: 'surname', value: 'Lovelace' },
        ],
      },
      emails: { e1: { address: 'ada@example.org', contexts: { work: true }, pref: 1 } },
      notes: { n1: { note: 'a, b\nc' } },
      organizations: { o1: { name: 'Engines, Ltd.', units: [{ name: 'Poetry' }] } },
      anniversaries: {
        d1: { kind: 'birth', date: { year: 1815, month: 12, day: 10 } },
        d2: { kind: 'wedding', date: { month: 7, day: 8 } },
      },
      keywords: { math: true, poetry: true },
      vCardProps: [['x-odd', { a: 'b' }, 'unknown', 'c;d']],
    })
    expect(card['phones']).toMatchObject({ p1: { number: '+49-30-1' } })
  })

  test('of versions 2.1 and 3 is read as phones and old programs write it', () => {
    const card = only(
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg;;;',
      'TEL;CELL;PREF:0171',
      'EMAIL;INTERNET;HOME:j@example.org',
      'NOTE;ENCODING=QUOTED-PRINTABLE:one=0D=0A=',
      'two',
      'PHOTO;ENCODING=BASE64;JPEG:AAAA',
      ' BBBB',
      'item1.URL:https://example.org',
      'item1.X-ABLabel:_$!<HomePage>!$_',
    )
    expect(card).toMatchObject({
      name: { components: [{ value: 'Jörg' }, { value: 'Müller' }] },
      phones: { p1: { number: '0171', features: { mobile: true }, pref: 1 } },
      emails: { e1: { address: 'j@example.org', contexts: { private: true } } },
      notes: { n1: { note: 'one\ntwo' } },
      media: { m1: { kind: 'photo', uri: 'data:image/jpeg;base64,AAAABBBB' } },
      links: { l1: { uri: 'https://example.org', label: 'HomePage' } },
    })
  })

  test('of a group names its members in either dialect', () => {
    expect(only('KIND:group', 'FN:Band', 'MEMBER:urn:uuid:1')).toMatchObject({
      kind: 'group',
      members: { 'urn:uuid:1': true },
    })
    const old = fromCard({ uid: 'g', kind: 'group', members: { 'urn:uuid:1': true } }, '3.0')
    expect(old).toContain('X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1')
    expect(cardsIn(old)).toMatchObject([{ kind: 'group', members: { 'urn:uuid:1': true } }])
  })
})

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .map((one) => one.trim())
  .filter((one) => one !== '')
// oxlint-disable-next-line no-control-regex -- what no line of a vCard can carry
const line = text.filter((one) => !/[\u0000-\u001f\u007f]/.test(one))
const contexts = fc.constantFrom({}, { contexts: { work: true } }, { contexts: { private: true } })
const mapOf = <T>(letter: string, one: fc.Arbitrary<T>) =>
  fc
    .array(one, { minLength: 1, maxLength: 3 })
    .map((all) => Object.fromEntries(all.map((each, at) => [`${letter}${String(at + 1)}`, each])))
const date = fc.record({
  '@type': fc.constant('PartialDate'),
  year: fc.integer({ min: 1605, max: 2100 }),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 28 }),
})
const component = (kind: string) => line.map((value) => ({ kind, value }))
const cards = fc.record(
  {
    '@type': fc.constant('Card'),
    version: fc.constant('1.0'),
    kind: fc.constantFrom('individual', 'org', 'group'),
    uid: fc.uuid().map((uid) => `urn:uuid:${uid}`),
    name: fc.record({ full: line, components: fc.tuple(component('given'), component('surname')) }),
    emails: mapOf(
      'e',
      fc.tuple(fc.emailAddress(), contexts).map(([address, more]) => ({ address, ...more })),
    ),
    phones: mapOf(
      'p',
      fc
        .tuple(line, contexts)
        .map(([number, more]) => ({ number, ...more }))
        .filter(({ number }) => !/^tel:/i.test(number)),
    ),
    nicknames: mapOf(
      'k',
      line.map((name) => ({ name })),
    ),
    organizations: mapOf(
      'o',
      fc.tuple(line, line).map(([name, unit]) => ({ name, units: [{ name: unit }] })),
    ),
    titles: mapOf(
      't',
      fc.tuple(fc.constantFrom('title', 'role'), line).map(([kind, name]) => ({ kind, name })),
    ),
    notes: mapOf(
      'n',
      line.map((note) => ({ note })),
    ),
    addresses: mapOf(
      'a',
      fc
        .tuple(component('name'), component('locality'), component('postcode'))
        .map((components) => ({ components })),
    ),
    anniversaries: mapOf(
      'd',
      fc.tuple(fc.constantFrom('birth', 'wedding', 'death'), date).map(([kind, on]) => ({ kind, date: on })),
    ),
    links: mapOf(
      'l',
      fc.webUrl().map((uri) => ({ uri })),
    ),
    keywords: fc
      .array(line, { minLength: 1, maxLength: 3 })
      .map((words) => Object.fromEntries(words.map((word) => [word, true]))),
    'example.org:mood': fc
      .json({ maxDepth: 2 })
      .map((json): unknown => JSON.parse(JSON.stringify(JSON.parse(json))))
      .filter((value) => value !== null),
  },
  { requiredKeys: ['@type', 'version', 'kind', 'uid', 'name'] },
)

describe('a card written as a vCard and read again', () => {
  test('is the same card', () => {
    fc.assert(
      fc.property(cards, (card) => {
        const whole = wholeCard(card, () => 'x')
        fc.pre(!('why' in whole))
        expect(cardsIn(fromCard(whole as CardJson, '4.0'))).toEqual([{ ...whole, ...titlesInOrder(card) }])
      }),
      { numRuns: 150 },
    )
  })

  test('keeps what vCard 3 has words for', () => {
    const { '@type': _, ...card } = only(
      'UID:u',
      'FN:A B',
      'N:B;A;;;',
      'EMAIL:a@b.c',
      'TEL;TYPE=cell:1',
      'X-ODD:1',
      'BDAY:1990-02-03',
    )
    expect(cardsIn(fromCard(card, '3.0'))).toEqual([{ '@type': 'Card', ...card }])
  })

  test('has lines of 75 octets at most, and cuts no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (note) => {
        const lines = writeProperty('NOTE', note).split('\r\n')
        expect(lines.every((foldedLine) => Buffer.byteLength(foldedLine) <= 75)).toBe(true)
        expect(lines.every((foldedLine) => !foldedLine.includes('\uFFFD') || note.includes('\uFFFD'))).toBe(
          true,
        )
      }),
      { numRuns: 100 },
    )
  })
})

/** Numbered by what they are, so the order between titles and roles is that of the card. */
const titlesInOrder = (card: { titles?: unknown }) =>
  card.titles === undefined ? {} : { titles: card.titles }

describe('a hostile file', () => {
  const hostile: string[] = [
    '',
    'BEGIN:VCARD',
    'END:VCARD',
    'BEGIN:VCARD\nEND:VCARD',
    'nonsense',
    ':',
    ';:',
    '\u0000',
    '\uFEFFBEGIN:VCARD\nFN:x\nEND:VCARD',
    'BEGIN:VCARD\nBEGIN:VCARD\nFN:inner\nEND:VCARD\nFN:outer\nEND:VCARD',
    `BEGIN:VCARD\nFN${';A=b'.repeat(100_000)}:x\nEND:VCARD`,
    `BEGIN:VCARD\nFN;A="${'x'.repeat(100_000)}:y\nEND:VCARD`,
    `BEGIN:VCARD\n${'N:a;b\n'.repeat(10_000)}END:VCARD`,
    `BEGIN:VCARD\nNOTE:${' \n '.repeat(50_000)}\nEND:VCARD`,
    'BEGIN:VCARD\nJSPROP;JSPTR=__proto__:{"polluted":true}\nEND:VCARD',
    'BEGIN:VCARD\nJSPROP;JSPTR=uid:5\nJSPROP;JSPTR=emails:{"a":5}\nEND:VCARD',
    'BEGIN:VCARD\nBDAY:99999999\nBDAY:-1\nREV:yesterday\nKIND:<b>\nEND:VCARD',
    `BEGIN:VCARD\nPHOTO;ENCODING=b:${'A'.repeat(1_000_000)}\nEND:VCARD`,
    'BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:=\n=\n=\nEND:VCARD',
    'BEGIN:VCARD\nEMAIL;TYPE=;PREF=999:a\\;b@c\nTEL;TYPE=__proto__:1\nEND:VCARD',
  ]

  test.each(hostile.map((one) => [one.slice(0, 60), one]))('is read to its end: %s', (_, file) => {
    const before = performance.now()
    for (const card of cardsIn(file)) {
      const whole = wholeCard(card, () => 'uid')
      expect('why' in whole ? 1 : cardsIn(fromCard(whole, '4.0')).length).toBe(1)
    }
    expect(performance.now() - before).toBeLessThan(10_000)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('of any bytes gives cards that can be written', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 20 }), (lines) => {
        for (const card of cardsIn(`BEGIN:VCARD\n${lines.join('\n')}\nEND:VCARD`)) {
          const whole = wholeCard(card, () => 'uid')
          const isWritten = /^BEGIN:VCARD\r\n[\s\S]*END:VCARD\r\n$/
          expect('why' in whole || isWritten.test(fromCard(whole, '3.0'))).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

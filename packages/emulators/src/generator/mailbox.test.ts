import { createHash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeText,
  decodeWords,
  eachPart,
  headerValue,
  readAddresses,
  readHeaders,
  readMessageIds,
  readParts,
  getText,
  type EmulatedPart,
} from '../mime/index.ts'
import { encodedTexts, signature, signedBody } from './bank/samples.ts'
import { fill, mailbox, type Planned, type PlannedMailbox, type MailboxProfile } from './index.ts'

const until = new Date('2026-11-21T14:20:00Z')
const owner = { name: 'Nora Lindqvist', email: 'nora@larkfield.example' }
const plan = (profile: MailboxProfile, story?: 'home' | 'work', seed = 'a seed'): PlannedMailbox =>
  mailbox(profile, { seed, owner, until, ...(story && { story }) })
const all = (planned: PlannedMailbox): Planned[] =>
  Array.from({ length: planned.count }, (_, index) => planned.message(index))
const header = ({ raw }: Planned, name: string): string | undefined =>
  headerValue(readHeaders(raw.render()).headers, name)
const subject = (planned: Planned): string => decodeWords(header(planned, 'subject') ?? '')
const parts = ({ raw }: Planned): EmulatedPart[] => [...eachPart(readParts(raw.render()))]
const ids = (planned: Planned, name: string): string[] => readMessageIds(header(planned, name))

describe('a planned mailbox', () => {
  it('has as many messages as its profile says', () => {
    expect((['tiny', 'demo', 'work', 'huge'] as const).map((profile) => plan(profile).count)).toEqual([
      30, 400, 8_000, 100_000,
    ])
  })

  it('renders each message to the same bytes, also when it is planned anew', () => {
    const profiles = fc.constantFrom<MailboxProfile>('tiny', 'demo', 'work', 'huge')
    fc.assert(
      fc.property(profiles, fc.nat(1_000_000), fc.string(), (profile, at, seed) => {
        const first = plan(profile, 'work', seed)
        const index = at % first.count
        const { raw, ...rest } = first.message(index)
        const bytes = raw.render()
        expect(raw.render().equals(bytes)).toBe(true)
        expect(raw.size).toBe(bytes.length)
        const { raw: again, ...others } = plan(profile, 'work', seed).message(index)
        expect(again.render().equals(bytes)).toBe(true)
        expect(others).toEqual(rest)
      }),
      { numRuns: 60 },
    )
  })

  it('is another one for another seed', () => {
    const differ = all(plan('tiny')).filter((planned, index) => {
      const otherPlanned = plan('tiny', undefined, 'another seed').message(index)
      return !otherPlanned.raw.render().equals(planned.raw.render())
    })
    expect(differ.length).toBeGreaterThan(25)
  })

  it('comes in order, and nothing of it from the future', () => {
    for (const [profile, steps] of [
      ['tiny', 1],
      ['demo', 1],
      ['work', 3],
      ['huge', 41],
    ] as const) {
      const planned = plan(profile)
      let last = 0
      for (let index = 0; index < planned.count; index += steps) {
        const at = planned.message(index).receivedAt.getTime()
        expect(at).toBeGreaterThanOrEqual(last)
        last = at
      }
      expect(last).toBeLessThanOrEqual(until.getTime())
    }
  })

  it('holds well-formed mail: CRLF, ASCII headers, lines within the limit, an address to answer to', () => {
    const work = plan('work')
    const sample = Array.from({ length: 300 }, (_, n) => work.message(n * 26))
    for (const planned of [...all(plan('tiny')), ...all(plan('demo')), ...sample]) {
      const bytes = planned.raw.render()
      const text = bytes.toString('latin1')
      expect(/(^|[^\r])\n|\r(?!\n)/.test(text)).toBe(false)
      const head = text.slice(0, text.indexOf('\r\n\r\n'))
      expect(/^[\t\r\n -~]*$/.test(head)).toBe(true)
      expect(Math.max(...text.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
      expect(readAddresses(header(planned, 'from') ?? '')[0]?.address).toMatch(/^[^@\s]+@[\w.-]+\.example$/)
      expect(text).not.toMatch(/undefined|\[object|NaN/)
    }
  })

  it('costs no memory: a hundred thousand messages stay below a kilobyte each while some are read', () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const planned = plan('huge')
    planned.message(99_999).raw.render()
    collect()
    const before = process.memoryUsage()
    const held = all(planned)
    for (let index = 0; index < held.length; index += 200) readHeaders(held[index]!.raw.render())
    collect()
    const after = process.memoryUsage()
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(100_000 * 1_000)
    expect(held).toHaveLength(100_000)
  })

  it('has threads whose answers quote what they answer and name it', () => {
    const messages = all(plan('demo', 'home'))
    const byId = new Map(messages.map((message) => [ids(message, 'message-id')[0], message]))
    const answers = messages.filter((message) => header(message, 'in-reply-to') !== undefined)
    const answersWithParent = answers.filter((answer) => byId.has(ids(answer, 'in-reply-to')[0]))
    expect(answers.length).toBeGreaterThan(100)
    expect(answersWithParent.length).toBe(answers.length)
    for (const answer of answersWithParent.slice(0, 40)) {
      const before = byId.get(ids(answer, 'in-reply-to')[0])
      expect(before!.receivedAt.getTime()).toBeLessThanOrEqual(answer.receivedAt.getTime())
      expect(subject(answer)).toContain(subject(before!).replace(/^\w+: /, ''))
    }
    expect(
      answersWithParent.filter((planned) =>
        parts(planned).some((part) => getText(part).includes(' wrote:\r\n>')),
      ).length,
    ).toBeGreaterThan(80)
  })

  it('is delivered oldest first', () => {
    const came: string[] = []
    const filledIds = fill(
      {
        email: owner.email,
        deliver: (_raw, options) => `id${came.push(options?.receivedAt?.toISOString() ?? '')}`,
        truth: () => ({ messages: [], mailboxes: [], sent: [] }),
        turnOdd: () => {},
        act: () => {},
      },
      plan('tiny'),
    )
    expect(filledIds).toHaveLength(30)
    expect(came).toEqual([...came].sort())
  })
})

describe('the smallest mailbox', () => {
  const tiny = all(plan('tiny'))
  const find = (test: (message: Planned) => boolean): Planned => {
    const planned = tiny.find(test)
    if (!planned) throw new Error('It is not there')
    return planned
  }
  const withType = (type: string): Planned =>
    find((planned) => parts(planned).some((part) => part.type === type))

  it('has a newsletter with one-click unsubscribe and a tracking pixel', () => {
    const newsletter = find(
      (planned) => header(planned, 'list-unsubscribe-post') === 'List-Unsubscribe=One-Click',
    )
    expect(header(newsletter, 'list-unsubscribe')).toMatch(/<https:/)
    expect(getText(parts(newsletter).find(({ type }) => type === 'text/html')!)).toMatch(
      /<img [^>]*width="1" height="1"/,
    )
  })

  it('has a receipt that programs can read', () => {
    const html = tiny.flatMap(parts).filter(({ type }) => type === 'text/html')
    const data = html.flatMap(
      (part) => /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(getText(part))?.[1] ?? [],
    )
    expect(data.map((text) => JSON.parse(text) as unknown)).toContainEqual(
      expect.objectContaining({ '@context': 'https://schema.org', '@type': 'Order' }),
    )
  })

  it('has a code, an alert, bait, an invitation, a list and a bounce', () => {
    expect(find((planned) => /^\d{6} is your/.test(subject(planned)))).toBeDefined()
    expect(find((planned) => subject(planned).startsWith('New sign-in'))).toBeDefined()
    expect(
      header(
        find((planned) => planned.to === 'junk'),
        'authentication-results',
      ),
    ).toContain('dkim=fail')
    expect(getText(parts(withType('text/calendar')).find(({ type }) => type === 'text/calendar')!)).toContain(
      'METHOD:REQUEST',
    )
    expect(
      header(
        find((planned) => header(planned, 'list-post') !== undefined),
        'list-id',
      ),
    ).toContain('<timber.')
    expect(withType('message/delivery-status')).toBeDefined()
  })

  it('has S/MIME whose signature covers what it signs to the octet', () => {
    const signedMessage = withType('multipart/signed')
    expect(signedMessage.raw.render().includes(`\r\n${signedBody}\r\n--`)).toBe(true)
    const digest = createHash('sha256').update(signedBody).digest()
    expect(Buffer.from(signature, 'base64').includes(digest)).toBe(true)
    expect(withType('application/pkcs7-mime')).toBeDefined()
  })

  it('has a winmail.dat, a message within a message and pictures in the text', () => {
    const winmail = parts(withType('application/ms-tnef')).find(({ type }) => type === 'application/ms-tnef')!
    expect(winmail.content().readUInt32LE(0)).toBe(0x223e9f78)
    expect(winmail.content().includes('%PDF-1.4')).toBe(true)
    expect(withType('message/rfc822')).toBeDefined()
    const pictures = find((planned) => parts(planned).some(({ contentId }) => contentId === 'warm@atelier'))
    expect(parts(pictures).some((part) => part.filename === 'Überblick – Größe A4.pdf')).toBe(true)
  })

  it('has text in old charsets, some under a wrong label', () => {
    const labels = tiny.flatMap(parts).map(({ charset }) => charset)
    expect(labels).toEqual(
      expect.arrayContaining(['iso-2022-jp', 'windows-1252', 'gb18030', 'iso-8859-1', 'us-ascii']),
    )
    for (const { charset, bytes, says } of encodedTexts)
      expect(decodeText(Buffer.from(bytes, 'base64'), charset)).toContain(says)
  })

  it('has writing from right to left, an empty subject, no Date, a Message-ID twice and a To of four hundred', () => {
    expect(find((planned) => /[\u0600-\u06ff]/.test(subject(planned)))).toBeDefined()
    expect(find((planned) => header(planned, 'subject') === '')).toBeDefined()
    expect(find((planned) => header(planned, 'date') === undefined)).toBeDefined()
    const messageIds = tiny.map((planned) => header(planned, 'message-id'))
    expect(messageIds.length - new Set(messageIds).size).toBe(1)
    expect(tiny.map((planned) => readAddresses(header(planned, 'to') ?? '').length)).toContain(400)
  })

  it('has HTML of ten thousand elements, and nothing of 25 MB', () => {
    const html = tiny.flatMap(parts).filter(({ type }) => type === 'text/html')
    const limit = Math.max(...html.map((part) => getText(part).match(/<\w/g)?.length ?? 0))
    expect(limit).toBeGreaterThan(10_000)
    expect(Math.max(...tiny.map(({ raw }) => raw.size))).toBeLessThan(1_000_000)
  })
})

describe('the larger mailboxes', () => {
  it('hold one message of 25 MB', () => {
    const planned = plan('work')
    const sizes = Array.from({ length: 200 }, (_, index) => planned.message(index).raw.size)
    const heavy = sizes.filter((size) => size > 20_000_000)
    expect(heavy).toHaveLength(1)
    expect(heavy[0]).toBeGreaterThan(24 * 1024 * 1024)
    expect(heavy[0]).toBeLessThanOrEqual(25 * 1024 * 1024)
  })
})

describe('the mailbox that tells a story', () => {
  it('is dated from the clock, also in its words', () => {
    const later = mailbox('demo', {
      seed: 's',
      owner,
      until: new Date('2027-03-03T18:00:00Z'),
      story: 'home',
    })
    const last = all(later).slice(-40)
    expect(last.every((planned) => planned.receivedAt.getTime() > new Date('2027-02-20').getTime())).toBe(
      true,
    )
    const words = last.flatMap(parts).map((part) => (part.type === 'text/plain' ? getText(part) : ''))
    expect(words.some((text) => text.includes('Soup at mine on Saturday'))).toBe(true)
    expect(words.some((text) => /\{[a-z]+[+-]?\d*\}/.test(text))).toBe(false)
  })

  it('has unread mail at the top, drafts, stars, labels and a folder of its own, and nothing heavy', () => {
    for (const story of ['home', 'work'] as const) {
      const messages = all(plan('demo', story))
      const top = messages.slice(-15)
      expect(top.filter(({ keywords }) => !keywords.includes('$seen')).length).toBeGreaterThan(3)
      expect(
        messages.filter(({ keywords }) => keywords.includes('$draft')).every(({ to }) => to === 'drafts'),
      ).toBe(true)
      expect(messages.filter(({ to }) => to === 'drafts').length).toBeGreaterThan(0)
      expect(messages.filter(({ keywords }) => keywords.includes('$flagged')).length).toBeGreaterThan(3)
      expect(
        new Set(messages.flatMap(({ keywords }) => keywords).filter((keyword) => !keyword.startsWith('$')))
          .size,
      ).toBeGreaterThan(2)
      expect(new Set(messages.map(({ to }) => to))).toContain('Timber list')
      expect(Math.max(...messages.map(({ raw }) => raw.size))).toBeLessThan(200_000)
    }
  })

  it('is told by people, not by one text over and over', () => {
    const subjects = all(plan('demo', 'home')).map((planned) =>
      subject(planned).replace(/^(re|aw|sv|rif): /i, ''),
    )
    expect(new Set(subjects).size).toBeGreaterThan(130)
  })
})

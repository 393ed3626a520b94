import { emailWireId, mailboxWireId } from '@plmail/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MessageToDeliver } from '../../../../../server-testing/src/mail/test-mail.ts'
import { type JmapForTests, jmapForTests } from '../../../../../server-testing/src/jmap/test-jmap.ts'
import {
  filters,
  matches,
  type PlainFilter,
  type PlainMail,
  sorted,
  typedSearches,
} from '../../../../../server-testing/src/jmap/mail/email/filter-model.ts'

let rig: JmapForTests
let boxes: string[]

beforeAll(async () => {
  rig = await jmapForTests()
  const { inbox, work, trash } = rig.ada.account.boxes
  boxes = [inbox, work, trash].map((id) => mailboxWireId.encode(id))
})
afterAll(() => rig[Symbol.asyncDispose]())

const ask = async (name: string, args: Record<string, unknown>) => {
  const [answer] = await rig.ada.call([name, { accountId: rig.ada.accountId, ...args }])
  return answer![1]
}

const words = [
  'ann',
  'bob',
  'example',
  'Müller',
  'muller',
  'report',
  'conference room',
  '"conference room"',
  'conf*',
  '"room conference"',
  'ann@example.test',
  'example.test',
  '日本',
  '本語',
  '語',
  'メール',
  'ΣΊΣΥΦΟΣ',
  'zebra',
  '"re: report"',
  // parts of words, of hosts and over the @ of addresses; quoted and short ones are whole words
  'epor',
  'amp',
  'onferen',
  '*onferen',
  '*epor*',
  '"ann"',
  '"epor"',
  'or',
  'xample.te',
  'nn@exam',
  '*ülle',
  'ledger',
  '*edge',
  'figures',
  'gures',
  'other.example',
  '"other.exampl"',
]
const keywords = ['$seen', '$flagged', 'red', '$SEEN', 'none']

const message = fc.record({
  from: fc.constantFrom(
    'Ann <ann@example.test>',
    'bob@other.example',
    '"Müller, Zoë" <zoe@sub.example.test>',
    'émile@x.example',
    'ann@example.test',
  ),
  to: fc.constantFrom('me@example.test', 'Bob <bob@other.example>', 'anna@example.test, ann@example.test'),
  subject: fc.constantFrom(
    'Report',
    're: report',
    'Conference room',
    '日本語メール',
    'Σίσυφος',
    'Äpfel',
    'zebra',
    'apple',
    '',
  ),
  body: fc.constantFrom(
    'Hello',
    'The conference room is free.',
    'room conference',
    'Grüße aus 日本',
    'A report by Ann',
    'conferences',
  ),
  at: fc.integer({ min: 0, max: 60 }),
  keywords: fc.subarray(['$seen', '$flagged', 'red']),
  places: fc.subarray([0, 1, 2], { minLength: 1 }),
  extra: fc.subarray([
    'Cc: ann@example.test',
    'X-Colour: red and blue',
    'List-Id: <club.example>',
    'X-COLOUR: green',
  ]),
  isReply: fc.boolean(),
  attached: fc.option(
    fc.record({
      name: fc.constantFrom('figures-2026.csv', 'Report.txt', 'x.ics'),
      text: fc.constantFrom('ledger of the conference', 'nothing', 'Ann wrote a report'),
    }),
  ),
})

/** The text, alone or with what is attached to it. */
function getContent({ body, attached }: Pick<MessagePlan, 'body' | 'attached'>) {
  const type = 'Content-Type: text/plain; charset=utf-8'
  if (!attached) return { body, headers: [type] }
  const { name, text } = attached
  const disposition = `Content-Disposition: attachment; filename="${name}"`
  const parts = [`${type}\r\n\r\n${body}`, `Content-Type: text/x-data\r\n${disposition}\r\n\r\n${text}`]
  return {
    body: `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--`,
    headers: ['Content-Type: multipart/mixed; boundary=b'],
  }
}

/** As the jobs do, soon after mail has come. */
async function makeSearchable(): Promise<void> {
  await rig.room.mail.search.catchUp()
  await rig.room.mail.search.readAttachments()
  await rig.room.mail.search.catchUp()
}

/** Some forty messages, delivered, and as the evaluation sees them. */
async function delivered(messages: readonly MessagePlan[]): Promise<PlainMail[]> {
  const { inbox, work, trash } = rig.ada.account.boxes
  const ids = await rig.ada.deliver(
    messages.map((plan, index): MessageToDeliver => {
      const known = plan.isReply && index > 0 ? { inReplyTo: `m${Math.floor(index / 2)}` } : {}
      return {
        id: `m${index}`,
        from: plan.from,
        to: plan.to,
        subject: plan.subject,
        at: plan.at,
        ...getContent(plan),
        keywords: plan.keywords,
        boxes: plan.places.map((n) => [inbox, work, trash][n]!),
        headers: [
          ...plan.extra,
          `Date: ${new Date(Date.UTC(2026, 0, 1, plan.at % 7)).toUTCString()}`,
          ...getContent(plan).headers,
        ],
        ...known,
      }
    }),
  )
  await makeSearchable()
  const got = await ask('Email/get', {
    ids: ids.map((id) => emailWireId.encode(id)),
    properties: ['threadId', 'receivedAt', 'sentAt', 'size', 'keywords', 'mailboxIds', 'hasAttachment'],
  })
  const rows = new Map((got['list'] as Row[]).map((row) => [row.id, row]))
  return messages.map((plan, index) => {
    const row = rows.get(emailWireId.encode(ids[index]!))!
    return {
      id: row.id,
      threadId: row.threadId,
      receivedAt: row.receivedAt,
      sentAt: row.sentAt,
      size: row.size,
      keywords: Object.keys(row.keywords),
      mailboxIds: Object.keys(row.mailboxIds),
      hasAttachment: row.hasAttachment,
      from: plan.from,
      to: plan.to,
      subject: plan.subject,
      body: plan.body,
      attached: plan.attached,
      cc: plan.extra.includes('Cc: ann@example.test') ? 'ann@example.test' : '',
      headers: [...plan.extra, `From: ${plan.from}`],
    }
  })
}

type MessagePlan = typeof message extends fc.Arbitrary<infer Plan> ? Plan : never

interface Row {
  id: string
  threadId: string
  receivedAt: string
  sentAt: string
  size: number
  keywords: Record<string, true>
  mailboxIds: Record<string, true>
  hasAttachment: boolean
}

const comparator = fc.oneof(
  fc.record({
    property: fc.constantFrom('receivedAt', 'sentAt', 'size', 'from', 'to', 'subject'),
    isAscending: fc.boolean(),
  }),
  fc.record({
    property: fc.constantFrom('hasKeyword', 'allInThreadHaveKeyword', 'someInThreadHaveKeyword'),
    keyword: fc.constantFrom(...keywords),
    isAscending: fc.boolean(),
  }),
)

describe('a random mailbox', () => {
  let all: PlainMail[]

  beforeAll(async () => {
    const plans = fc.sample(message, { numRuns: 60, seed: 7 })
    all = await delivered(plans)
  })

  test('gives for any filter, sort and page what judging each message alone gives', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(filters(words, boxes, keywords)),
        fc.array(comparator, { maxLength: 3 }),
        fc.record({ position: fc.integer({ min: -12, max: 12 }), limit: fc.integer({ min: 0, max: 60 }) }),
        fc.record({ collapseThreads: fc.boolean(), calculateTotal: fc.boolean() }),
        async (filter, sort, page, how) => {
          const expected = results(all, filter, sort, how.collapseThreads)
          const answer = await ask('Email/query', { filter, sort, ...page, ...how })
          const start = page.position < 0 ? Math.max(0, expected.length + page.position) : page.position
          expect(answer['ids']).toEqual(expected.slice(start, start + page.limit))
          expect(answer['position']).toBe(start)
          expect(answer['total']).toBe(how.calculateTotal ? expected.length : undefined)
          expect(answer['canCalculateChanges']).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('gives for any typed search what its words and operators mean', async () => {
    await fc.assert(
      fc.asyncProperty(typedSearches(), fc.boolean(), async ({ typed, filter }, collapseThreads) => {
        const expected = results(all, filter, [], collapseThreads)
        const answer = await ask('Email/query', { filter: { query: typed }, collapseThreads })
        expect(answer['ids'], typed).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })

  test('gives around any anchor what lies there', async () => {
    const anchors = fc.constantFrom(...all.map((mail) => mail.id), 'M987654', 'x')
    await fc.assert(
      fc.asyncProperty(
        filters(words, boxes, keywords),
        anchors,
        fc.integer({ min: -5, max: 5 }),
        fc.boolean(),
        async (filter, anchor, anchorOffset, collapseThreads) => {
          const expected = results(all, filter, [], collapseThreads)
          const answer = await ask('Email/query', { filter, anchor, anchorOffset, limit: 4, collapseThreads })
          const at = expected.indexOf(anchor)
          const start = Math.max(0, at + anchorOffset)
          expect(answer).toMatchObject(
            at < 0 ? { type: 'anchorNotFound' } : { position: start, ids: expected.slice(start, start + 4) },
          )
        },
      ),
      { numRuns: 100 },
    )
  })

  test('lets a client follow any results by queryChanges', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.option(filters(words, boxes, keywords)),
        fc.array(comparator, { maxLength: 2 }),
        fc.boolean(),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (filter, sort, collapseThreads, steps) => {
          const asked = { filter, sort, collapseThreads }
          const before = await ask('Email/query', asked)
          for (const step of steps) await take(step)
          const changed = await ask('Email/queryChanges', {
            ...asked,
            sinceQueryState: before['queryState'],
            calculateTotal: true,
          })
          const after = await ask('Email/query', { ...asked, calculateTotal: true })
          expect(changed).toMatchObject({ newQueryState: after['queryState'], total: after['total'] })
          expect(applied(before['ids'] as string[], changed as never)).toEqual(after['ids'])
        },
      ),
      { numRuns: 60 },
    )
  })
})

function results(
  all: readonly PlainMail[],
  filter: PlainFilter | null,
  sort: Parameters<typeof sorted>[1],
  collapseThreads: boolean,
): string[] {
  const chosen = sorted(
    all.filter((mail) => matches(mail, filter, all)),
    sort,
    all,
  )
  const seen = new Set<string>()
  return chosen
    .filter(({ threadId }) => !collapseThreads || (!seen.has(threadId) && seen.add(threadId)))
    .map((mail) => mail.id)
}

/** RFC 8620 §5.6: take out, then put in at each index, lowest first. */
function applied(
  ids: readonly string[],
  changed: { removed: string[]; added: Array<{ id: string; index: number }> },
) {
  const list = ids.filter((id) => !changed.removed.includes(id))
  for (const { id, index } of changed.added) list.splice(index, 0, id)
  return list
}

const step = fc.record({
  kind: fc.constantFrom('flag', 'move', 'destroy', 'deliver', 'join'),
  n: fc.nat(1000),
  plan: message,
})

async function take({
  kind,
  n,
  plan,
}: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
  const live = (await ask('Email/query', {}))['ids'] as string[]
  const id = live[n % live.length]!
  const { inbox, work } = rig.ada.account.boxes
  const place = plan.places.includes(0) ? inbox : work
  if (kind === 'destroy' && live.length > 30) await ask('Email/set', { destroy: [id] })
  else if (kind === 'flag')
    await ask('Email/set', {
      update: { [id]: { [`keywords/${plan.keywords[0] ?? '$seen'}`]: n % 2 ? true : null } },
    })
  else if (kind === 'move')
    await ask('Email/set', { update: { [id]: { mailboxIds: { [mailboxWireId.encode(place)]: true } } } })
  else {
    // a late parent joins the threads of the two that it mentions
    const references = kind === 'join' ? { references: [`m${n % 60}`, `m${(n * 7) % 60}`] } : {}
    const { from, to, subject, at } = plan
    await rig.ada.deliver([
      {
        from,
        to,
        subject,
        at,
        boxes: [place],
        id: `n${n}`,
        ...getContent(plan),
        ...references,
      } satisfies MessageToDeliver,
    ])
    await makeSearchable()
  }
}

test('the state that is now gives exactly nothing', async () => {
  const { queryState } = await ask('Email/query', { filter: null })
  const changed = await ask('Email/queryChanges', { filter: null, sinceQueryState: queryState })
  expect(changed).toEqual({
    accountId: rig.ada.accountId,
    oldQueryState: queryState,
    newQueryState: queryState,
    removed: [],
    added: [],
  })
})

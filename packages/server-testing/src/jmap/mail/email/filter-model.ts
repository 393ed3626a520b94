import fc from 'fast-check'

/** A message as the plain evaluation below sees it. */
export interface PlainMail {
  id: string
  threadId: string
  receivedAt: string
  sentAt: string
  size: number
  keywords: string[]
  mailboxIds: string[]
  hasAttachment: boolean
  from: string
  to: string
  cc: string
  subject: string
  body: string
  /** What is attached: its name and what it says. */
  attached: { name: string; text: string } | null
  headers: string[]
}

export type PlainFilter = Record<string, unknown>

/** RFC 8621 §4.4.1 told a second time, as plainly as possible: one message, one filter, no index. */
export function matches(mail: PlainMail, filter: PlainFilter | null, all: readonly PlainMail[]): boolean {
  if (filter === null) return true
  if ('operator' in filter) {
    const results = (filter['conditions'] as PlainFilter[]).map((message) => matches(mail, message, all))
    if (filter['operator'] === 'AND') return results.every(Boolean)
    return filter['operator'] === 'OR' ? results.some(Boolean) : !results.some(Boolean)
  }
  return Object.entries(filter).every(([name, value]) => holds(mail, name, value as never, all))
}

function holds(mail: PlainMail, name: string, value: never, all: readonly PlainMail[]): boolean {
  const thread = () => all.filter((message) => message.threadId === mail.threadId)
  const hasKeyword = (plainMail: PlainMail) => plainMail.keywords.includes((value as string).toLowerCase())
  const conditions: Record<string, () => boolean> = {
    inMailbox: () => mail.mailboxIds.includes(value),
    inMailboxOtherThan: () => mail.mailboxIds.some((id) => !(value as string[]).includes(id)),
    before: () => Date.parse(mail.receivedAt) < Date.parse(value),
    after: () => Date.parse(mail.receivedAt) >= Date.parse(value),
    minSize: () => mail.size >= value,
    maxSize: () => mail.size < value,
    hasKeyword: () => hasKeyword(mail),
    notKeyword: () => !hasKeyword(mail),
    allInThreadHaveKeyword: () => thread().every(hasKeyword),
    someInThreadHaveKeyword: () => thread().some(hasKeyword),
    noneInThreadHaveKeyword: () => !thread().some(hasKeyword),
    hasAttachment: () => mail.hasAttachment === value,
    header: () => mail.headers.some((line) => hasHeader(line, value)),
    text: () => everyWord(value, [...people(mail), ...titles(mail), ...texts(mail)]),
    from: () => everyWord(value, [{ is: 'people', text: mail.from }]),
    to: () => everyWord(value, [{ is: 'people', text: mail.to }]),
    cc: () => everyWord(value, [{ is: 'people', text: mail.cc }]),
    bcc: () => false,
    subject: () => everyWord(value, [{ is: 'title', text: mail.subject }]),
    body: () => everyWord(value, texts(mail)),
    // no condition of the standard; what is typed has it
    filename: () => everyWord(value, [{ is: 'title', text: mail.attached?.name ?? '' }]),
  }
  return conditions[name]!()
}

function hasHeader(line: string, [name, text]: string[]): boolean {
  const colon = line.indexOf(':')
  const isNamed = line.slice(0, colon).toLowerCase() === name!.toLowerCase()
  return (
    isNamed &&
    (text === undefined ||
      line
        .slice(colon + 1)
        .toLowerCase()
        .includes(text.toLowerCase()))
  )
}

/** A field of a message; how much of a word is enough depends on what it is. */
interface PlainText {
  is: 'people' | 'title' | 'text'
  text: string
}

const people = ({ from, to, cc }: PlainMail): PlainText[] =>
  [from, to, cc].map((text) => ({ is: 'people', text }))
const titles = ({ subject, attached }: PlainMail): PlainText[] =>
  [subject, attached?.name ?? ''].map((text) => ({ is: 'title', text }))
const texts = ({ body, attached }: PlainMail): PlainText[] =>
  [body, attached?.text ?? ''].map((text) => ({ is: 'text', text }))

/** Every word and quoted phrase of the value is in one of the texts. */
function everyWord(value: string, fields: readonly PlainText[]): boolean {
  const wanted = value.match(/"[^"]*"|\S+/g) ?? []
  return wanted.every((one) => fields.some((field) => has(field, one)))
}

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()

function has({ is, text }: PlainText, wanted: string): boolean {
  const isPartWanted = wanted.startsWith('*') || (is !== 'text' && !/["*]/.test(wanted))
  const bare = plain(wanted.replace(/["*]/g, ''))
  const parts = bare.match(/[\p{L}\p{N}]+/gu) ?? []
  if (parts.some((part) => /\p{Script=Han}|\p{Script=Katakana}/u.test(part)))
    return plain(text).includes(bare)
  const isAddress = /^[^@]+@[^@]+\.[^@]+$/.test(bare)
  const isInPiece = parts.length === 1 || (is === 'people' && !isAddress && !/\s/.test(bare))
  if (isPartWanted && isInPiece && bare.length >= 3 && plain(text).includes(bare)) return true
  const between = '[^\\p{L}\\p{N}]+'
  const end = wanted.endsWith('*') && !wanted.startsWith('*') ? '' : '(?![\\p{L}\\p{N}])'
  return new RegExp(`(?<![\\p{L}\\p{N}])${parts.join(between)}${end}`, 'u').test(plain(text))
}

const order = new Intl.Collator('und')

/** RFC 8621 §4.4.2, again plainly; what is equal is newest first, then by descending id. */
export function sorted(
  mails: readonly PlainMail[],
  sort: ReadonlyArray<{ property: string; isAscending?: boolean; keyword?: string }>,
  all: readonly PlainMail[],
): PlainMail[] {
  const received = sort.find((comparator) => comparator.property === 'receivedAt')
  const tie = received?.isAscending === false || !received ? -1 : 1
  return mails.toSorted((a, b) => {
    for (const comparator of sort) {
      const difference = compare(getKey(a, comparator, all), getKey(b, comparator, all))
      if (difference !== 0) return comparator.isAscending === false ? -difference : difference
    }
    const byTime = received ? 0 : compare(Date.parse(a.receivedAt), Date.parse(b.receivedAt))
    return tie * (byTime || compare(Number(a.id.slice(1)), Number(b.id.slice(1))))
  })
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'string' ? order.compare(a, String(b)) : a - Number(b)
}

function getKey(
  mail: PlainMail,
  { property, keyword }: { property: string; keyword?: string },
  all: readonly PlainMail[],
): string | number {
  const display = (text: string) => (/^"?(.*?)"? *<.*>$/.exec(text)?.[1] ?? text).toLowerCase()
  const keys: Record<string, () => string | number> = {
    receivedAt: () => Date.parse(mail.receivedAt),
    sentAt: () => Date.parse(mail.sentAt),
    size: () => mail.size,
    from: () => display(mail.from),
    to: () => display(mail.to),
    subject: () => mail.subject.replace(/^(re: )+/i, '').toLowerCase(),
  }
  const own = keys[property]
  return own ? own() : Number(matches(mail, { [property]: keyword }, all))
}

/** Random filters over the given words and mailboxes, three levels deep. */
export function filters(words: readonly string[], boxes: readonly string[], keywords: readonly string[]) {
  const word = fc.constantFrom(...words)
  const keyword = fc.constantFrom(...keywords)
  const date = fc.integer({ min: 0, max: 90 }).map((n) => new Date(Date.UTC(2026, 2, 1, 10, n)).toISOString())
  const size = fc.integer({ min: 100, max: 700 })
  const members = {
    inMailbox: fc.constantFrom(...boxes),
    inMailboxOtherThan: fc.subarray([...boxes]),
    before: date,
    after: date,
    minSize: size,
    maxSize: size,
    hasAttachment: fc.boolean(),
    hasKeyword: keyword,
    notKeyword: keyword,
    allInThreadHaveKeyword: keyword,
    someInThreadHaveKeyword: keyword,
    noneInThreadHaveKeyword: keyword,
    text: word,
    from: word,
    to: word,
    cc: word,
    subject: word,
    body: word,
    bcc: word,
    header: fc.constantFrom(
      ['x-colour'],
      ['X-Colour', 'RED'],
      ['X-Colour', 'blue'],
      ['List-Id', 'club'],
      ['From', 'ann'],
    ),
  }
  const condition = fc.tuple(fc.constantFrom(...Object.keys(members)), fc.boolean()).chain(([name, isPair]) =>
    fc.record({
      [name]: members[name as keyof typeof members] as fc.Arbitrary<unknown>,
      ...(isPair ? { hasAttachment: fc.boolean() } : {}),
    }),
  )
  const { tree } = fc.letrec<{ tree: PlainFilter }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      condition,
      fc.record({
        operator: fc.constantFrom('AND', 'OR', 'NOT'),
        conditions: fc.array(tie('tree'), { maxLength: 3 }),
      }),
    ),
  }))
  return tree
}

/** Typed searches, and the filters that they mean. */
export function typedSearches(): fc.Arbitrary<{ typed: string; filter: PlainFilter }> {
  const leaf = fc.constantFrom(
    { typed: 'from:ann', filter: { from: 'ann' } },
    { typed: 'from:"ann"', filter: { from: '"ann"' } },
    { typed: 'to:nn@exam', filter: { to: 'nn@exam' } },
    { typed: 'cc:example.test', filter: { cc: 'example.test' } },
    { typed: 'bcc:ann', filter: { bcc: 'ann' } },
    { typed: 'Subject:epor', filter: { subject: 'epor' } },
    { typed: 'body:*edge', filter: { body: '*edge' } },
    { typed: '"conference room"', filter: { text: '"conference room"' } },
    { typed: 'conf*', filter: { text: 'conf*' } },
    { typed: '*onferen', filter: { text: '*onferen' } },
    { typed: 'filename:figures', filter: { filename: 'figures' } },
    { typed: 'filename:igur', filter: { filename: 'igur' } },
    { typed: 'has:attachment', filter: { hasAttachment: true } },
    { typed: 'is:unread', filter: { notKeyword: '$seen' } },
    { typed: 'is:starred', filter: { hasKeyword: '$flagged' } },
    { typed: 'larger:300', filter: { minSize: 300 } },
    { typed: 'smaller:0.4k', filter: { maxSize: 410 } },
    { typed: 'before:2026-03-02', filter: { before: '2026-03-02T00:00:00Z' } },
    { typed: 'after:2026-03', filter: { after: '2026-03-01T00:00:00Z' } },
    { typed: 'list:club', filter: { header: ['List-Id', 'club'] } },
    { typed: 'list:lub.exam', filter: { header: ['List-Id', 'lub.exam'] } },
    { typed: 'has:list', filter: { header: ['List-Id'] } },
    // half typed, and not to be used
    { typed: 'from:', filter: { operator: 'OR', conditions: [] } },
    { typed: 'is:purple', filter: { text: '"is purple"' } },
  ) as fc.Arbitrary<{ typed: string; filter: PlainFilter }>
  const { tree } = fc.letrec<{ tree: { typed: string; filter: PlainFilter } }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      tie('tree').map(({ typed, filter }) => ({
        typed: `-(${typed})`,
        filter: { operator: 'NOT', conditions: [filter] },
      })),
      fc.tuple(tie('tree'), tie('tree'), fc.boolean()).map(([a, b, isEither]) => ({
        typed: `(${a.typed} ${isEither ? 'OR ' : ''}${b.typed})`,
        filter: { operator: isEither ? 'OR' : 'AND', conditions: [a.filter, b.filter] },
      })),
    ),
  }))
  return tree
}

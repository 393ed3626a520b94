import {
  decodeWords,
  eachPart,
  headerValue,
  isAttachment,
  type EmulatedPart,
  readHeaders,
  readParts,
  getText,
} from '../../mime/index.ts'
import type { Labels } from './labels.ts'
import type { Stored } from './stored.ts'

export interface Search {
  matches(message: Stored): boolean
  /** Whether spam and trash were asked for by name, which makes them visible without `includeSpamTrash` [K]. */
  reachesSpamTrash: boolean
}

export interface SearchScope {
  labels: Labels
  now: Date
  /** Whose mailbox it is, for `to:me`. */
  email: string
}

/** Parts of a message that a search reads once, and only when a term needs them. */
interface Read {
  message: Stored
  header(name: string): string
  tree(): EmulatedPart
}

type Test = (read: Read) => boolean

/** Gmail's search language as far as it is used here: terms and-ed, `-`, `OR`, `{}`, `()`, quotes and the operators below. */
export function readSearch(q: string, scope: SearchScope): Search {
  const words = q.match(/-?[a-z_0-9]+:"[^"]*"|-?"[^"]*"|[(){}]|[^\s(){}"]+/gi) ?? []
  let at = 0
  const test = all(undefined)
  return {
    matches: (message) => test(toRead(message)),
    reachesSpamTrash: /\b(in|label):("?)(anywhere|spam|trash)\b/i.test(q),
  }

  /** Terms up to the closing bracket. Braces mean any of them. */
  function all(closing: ')' | '}' | undefined): Test {
    const groups: Test[][] = []
    for (let word = words[at]; word !== undefined; word = words[at]) {
      at++
      if (word === closing) break
      if (word === 'AND' || word === ')' || word === '}') continue
      const isOr = word === 'OR'
      const next = isOr ? words[at++] : word
      if (next === undefined) break
      const operand = next === '(' ? all(')') : next === '{' ? all('}') : term(next, scope)
      const last = groups.at(-1)
      if (last && (isOr || closing === '}')) last.push(operand)
      else groups.push([operand])
    }
    return (read) => groups.every((group) => group.some((alternative) => alternative(read)))
  }
}

function toRead(message: Stored): Read {
  let headers: ReturnType<typeof readHeaders>['headers'] | undefined
  let tree: EmulatedPart | undefined
  return {
    message,
    header(name) {
      headers ??= readHeaders(message.raw.render()).headers
      return decodeWords(headerValue(headers, name) ?? '').toLowerCase()
    },
    tree: () => (tree ??= readParts(message.raw.render())),
  }
}

function term(word: string, scope: SearchScope): Test {
  if (word.length > 1 && word.startsWith('-')) {
    const negated = term(word.slice(1), scope)
    return (read) => !negated(read)
  }
  const [, operator, value = ''] = /^([a-z_0-9]+):(.*)$/is.exec(word) ?? []
  const bare = (operator === undefined ? word : value).replaceAll('"', '').toLowerCase()
  return operator === undefined ? text(bare) : operatorTest(operator.toLowerCase(), bare, scope)
}

function operatorTest(operator: string, value: string, scope: SearchScope): Test {
  switch (operator) {
    case 'rfc822msgid':
      return ({ message }) => message.messageId?.toLowerCase().slice(1, -1) === value.replace(/^<|>$/g, '')
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
    case 'subject':
    case 'list':
      return header(operator, value === 'me' ? scope.email.toLowerCase() : value)
    case 'deliveredto':
      return header('delivered-to', value)
    case 'in':
      return within(value, scope)
    case 'label':
      return labelled(value, scope)
    case 'is':
      return state(value)
    case 'category':
      return ({ message }) =>
        message.labels.has(`CATEGORY_${value === 'primary' ? 'PERSONAL' : value.toUpperCase()}`)
    case 'has':
      return has(value, scope)
    case 'filename':
      return ({ tree }) => [...eachPart(tree())].some((part) => part.filename.toLowerCase().includes(value))
    case 'larger':
    case 'smaller':
    case 'size':
      return size(operator, value)
    case 'before':
    case 'older':
    case 'after':
    case 'newer':
      return dated(operator, value)
    case 'older_than':
    case 'newer_than':
      return aged(operator, value, scope.now)
    default:
      // An operator nobody knows is looked for as text [K].
      return text(`${operator}:${value}`)
  }
}

function header(name: string, value: string): Test {
  const names = name === 'list' ? ['list-id'] : name === 'to' ? ['to', 'cc', 'bcc'] : [name]
  return ({ header: getValue }) => names.some((headerName) => getValue(headerName).includes(value))
}

function within(place: string, scope: SearchScope): Test {
  if (place === 'anywhere') return () => true
  const system: Record<string, string> = { drafts: 'DRAFT', chats: 'CHAT', junk: 'SPAM' }
  if (place === 'archive')
    return ({ message }) =>
      !['INBOX', 'SENT', 'DRAFT', 'TRASH', 'SPAM'].some((label) => message.labels.has(label))
  return labelled(system[place] ?? place, scope)
}

/** By name, with hyphens for blanks and slashes as the search field writes them [F]. */
function labelled(name: string, { labels }: SearchScope): Test {
  const plain = (hyphenated: string): string => hyphenated.toLowerCase().replace(/[\s/]+/g, '-')
  const matching = labels
    .all()
    .filter((label) => plain(label.name) === plain(name))
    .map((label) => label.id)
  return ({ message }) => matching.some((id) => message.labels.has(id))
}

function state(value: string): Test {
  if (value === 'read') return ({ message }) => !message.labels.has('UNREAD')
  const id = value.toUpperCase()
  return ({ message }) => message.labels.has(id)
}

function has(value: string, { labels }: SearchScope): Test {
  if (value === 'attachment')
    return ({ tree }) => [...eachPart(tree())].some((part) => isAttachment(part) && part.filename !== '')
  const users = new Set(
    labels
      .all()
      .filter((label) => label.type === 'user')
      .map((label) => label.id),
  )
  const isLabelled: Test = ({ message }) => [...message.labels].some((id) => users.has(id))
  if (value === 'userlabels') return isLabelled
  if (value === 'nouserlabels') return (read) => !isLabelled(read)
  return () => false
}

function size(operator: string, value: string): Test {
  const [, number = '0', unit = ''] = /^(\d+)([km]?)/.exec(value) ?? []
  const bytes = Number(number) * (unit === 'm' ? 2 ** 20 : unit === 'k' ? 2 ** 10 : 1)
  return ({ message }) => (operator === 'smaller' ? message.raw.size < bytes : message.raw.size > bytes)
}

/** Days as `2026/11/21` or `2026-11-21`, in UTC here, or seconds since 1970 [D]. */
function dated(operator: string, value: string): Test {
  const isSeconds = /^\d{9,}$/.test(value)
  const at = isSeconds ? Number(value) * 1000 : Date.parse(`${value.replaceAll('/', '-')}T00:00:00Z`)
  if (Number.isNaN(at)) return () => false
  const isBefore = operator === 'before' || operator === 'older'
  return ({ message }) => (isBefore ? message.internalDate < at : message.internalDate >= at)
}

function aged(operator: string, value: string, now: Date): Test {
  const [, number = '0', unit = 'd'] = /^(\d+)([dmy])$/.exec(value) ?? []
  const days = Number(number) * ({ d: 1, m: 30, y: 365 }[unit] ?? 1)
  const edge = now.getTime() - days * 86_400_000
  return ({ message }) =>
    operator === 'older_than' ? message.internalDate < edge : message.internalDate >= edge
}

function text(words: string): Test {
  return ({ header: getValue, tree }) =>
    ['subject', 'from', 'to', 'cc'].some((name) => getValue(name).includes(words)) ||
    [...eachPart(tree())].some(
      (part) => part.type.startsWith('text/') && getText(part).toLowerCase().includes(words),
    )
}

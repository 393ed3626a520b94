import type { Call, JmapClient } from './jmap-client.ts'
import type { Operation } from './measure.ts'
import { searches } from './searches.ts'

/** The mailbox the operations work on, as a client finds it. */
export interface Subject {
  accountId: string
  inbox: string
  inboxThreads: number
  /** Threads of the Inbox with more than one message, and single messages. */
  threads: string[]
  emails: string[]
}

export async function prepare(client: JmapClient): Promise<Subject> {
  const [[, list]] = await client.calls(['List/query', { role: 'inbox', limit: 1 }, '0'])
  const [accountId] = Object.keys(list['byAccount'] as Record<string, string[]>)
  if (accountId === undefined) throw new Error('The Inbox is empty')
  return await loadSubject(client, accountId)
}

/** The same by what every JMAP server knows. */
export async function loadSubject(client: JmapClient, accountId: string): Promise<Subject> {
  const [[, boxes]] = await client.calls(['Mailbox/get', { accountId }, '0'])
  const inbox = (boxes['list'] as Array<{ id: string; role: string | null; totalThreads: number }>).find(
    (mailbox) => mailbox.role === 'inbox',
  )
  if (!inbox) throw new Error('There is no Inbox')
  const query = { accountId, ...buildListQuery(inbox.id), limit: 500 }
  const [[, queried], [, emailsAnswer]] = await client.calls(
    ['Email/query', query, '0'],
    ['Email/get', { accountId, '#ids': from('Email/query', '/ids'), properties: ['threadId'] }, '1'],
  )
  const threads = (emailsAnswer['list'] as Array<{ threadId: string }>).map((email) => email.threadId)
  const emails = queried['ids'] as string[]
  return { accountId, inbox: inbox.id, inboxThreads: inbox.totalThreads, threads, emails }
}

/** The list properties of reference measurements: what a row of a list shows and what acting on it needs. */
export const listProperties = [
  'id',
  'threadId',
  'mailboxIds',
  'keywords',
  'size',
  'receivedAt',
  'from',
  'to',
  'subject',
  'preview',
  'hasAttachment',
]
const sort = [{ property: 'receivedAt', isAscending: false }]
const buildListQuery = (inMailbox: string) => ({ filter: { inMailbox }, sort, collapseThreads: true })
const from = (name: string, path: string, resultOf = '0') => ({ resultOf, name, path })

export function operations(subject: Subject): Operation[] {
  return [
    ...floor(subject),
    ...lists(subject),
    ...reading(subject),
    ...writing(subject),
    ...following(subject),
  ]
}

function floor({ accountId }: Subject): Operation[] {
  return [
    { what: 'Core/echo', run: (client) => client.calls(['Core/echo', { hello: true }, '0']) },
    { what: 'all mailboxes', run: (client) => client.calls(['Mailbox/get', { accountId }, '0']) },
  ]
}

function lists({ accountId, inbox, inboxThreads }: Subject): Operation[] {
  const page = (query: Record<string, unknown>): Call[] => [
    ['Email/query', { accountId, sort, limit: 50, calculateTotal: true, ...query }, '0'],
    ['Email/get', { accountId, '#ids': from('Email/query', '/ids'), properties: listProperties }, '1'],
  ]
  const unified: Call[] = [
    ['List/query', { role: 'inbox', limit: 50 }, '0'],
    [
      'Email/get',
      { accountId, '#ids': from('List/query', `/byAccount/${accountId}`), properties: listProperties },
      '1',
    ],
  ]
  const withThreads: Call[] = [
    ['Email/query', { accountId, ...buildListQuery(inbox), limit: 50, calculateTotal: true }, '0'],
    ['Email/get', { accountId, '#ids': from('Email/query', '/ids'), properties: ['threadId'] }, '1'],
    ['Thread/get', { accountId, '#ids': from('Email/get', '/list/*/threadId', '1') }, '2'],
    [
      'Email/get',
      { accountId, '#ids': from('Thread/get', '/list/*/emailIds', '2'), properties: listProperties },
      '3',
    ],
  ]
  const deep = () => Math.floor(Math.random() * Math.max(1, inboxThreads - 50))
  const starred = { filter: { hasKeyword: '$flagged' } }
  const unread = { filter: { inMailbox: inbox, notKeyword: '$seen' }, collapseThreads: true }
  const all = { filter: { inMailbox: inbox } }
  return [
    {
      what: 'Inbox page of 50, with total',
      budgetMs: 4,
      run: (client) => client.calls(...page(buildListQuery(inbox))),
    },
    { what: 'unified Inbox page of 50', budgetMs: 4, run: (client) => client.calls(...unified) },
    {
      what: 'random deep page',
      budgetMs: 4,
      run: (client) => client.calls(...page({ ...buildListQuery(inbox), position: deep() })),
    },
    { what: 'page, every message', budgetMs: 4, run: (client) => client.calls(...page(all)) },
    { what: 'page and all mail of its threads', budgetMs: 8, run: (client) => client.calls(...withThreads) },
    { what: 'starred, everywhere', budgetMs: 6, run: (client) => client.calls(...page(starred)) },
    { what: 'unread in the Inbox', budgetMs: 6, run: (client) => client.calls(...page(unread)) },
    ...searches(inbox, page),
  ]
}

function reading({ accountId, threads }: Subject): Operation[] {
  const thread = (): Call => ['Thread/get', { accountId, ids: [anyOf(threads)] }, '0']
  const ids = { accountId, '#ids': from('Thread/get', '/list/*/emailIds') }
  const bodies = { fetchTextBodyValues: true, fetchHTMLBodyValues: true }
  const whole: Call = ['Email/get', { ...ids, ...bodies }, '1']
  const drawn: Call = ['RenderedBody/get', ids, '1']
  return [
    { what: 'thread open with bodies', budgetMs: 1.4, run: (client) => client.calls(thread(), whole) },
    { what: 'thread open, bodies drawn', run: (client) => client.calls(thread(), drawn) },
  ]
}

/** Every run changes something: what is set is unset by the next. */
function writing({ accountId, emails }: Subject): Operation[] {
  let isSet = false
  const set = (ids: readonly string[]): Call => {
    const patch = { 'keywords/$bench': isSet ? true : null }
    return ['Email/set', { accountId, update: Object.fromEntries(ids.map((id) => [id, patch])) }, '0']
  }
  const flip = (count: number) => (client: JmapClient) => {
    isSet = !isSet
    return client.calls(set(emails.slice(0, count)))
  }
  return [
    { what: 'set one flag', budgetMs: 1.5, run: flip(1) },
    { what: 'set 100 flags', budgetMs: 6, run: flip(100) },
  ]
}

function following({ accountId, emails }: Subject): Operation[] {
  const states = new Map<string, string>()
  let isSet = false
  const now = (type: string, id: string): Call => [`${type}/get`, { accountId, ids: [] }, id]
  const remember = async (client: JmapClient) => {
    const answers = await client.calls(now('Email', '0'), now('Thread', '1'), now('Mailbox', '2'))
    for (const [name, answer] of answers) states.set(name.split('/')[0] ?? '', String(answer['state']))
  }
  const changeOne = async (client: JmapClient) => {
    isSet = !isSet
    const update = { [anyOf(emails)]: { 'keywords/$seen': isSet ? true : null } }
    await remember(client)
    await client.calls(['Email/set', { accountId, update }, '0'])
  }
  const since = (type: string, id: string): Call => [
    `${type}/changes`,
    { accountId, sinceState: states.get(type) },
    id,
  ]
  const changed = () => ({ accountId, '#ids': from('Email/changes', '/updated'), properties: listProperties })
  return [
    {
      what: 'changes after a change',
      budgetMs: 2,
      before: changeOne,
      run: (client) =>
        client.calls(since('Email', '0'), ['Email/get', changed(), '1'], since('Mailbox', '2')),
    },
    {
      what: 'idle poll of three /changes',
      budgetMs: 2.2,
      before: remember,
      run: (client) => client.calls(since('Email', '0'), since('Thread', '1'), since('Mailbox', '2')),
    },
  ]
}

function anyOf(ids: readonly string[]): string {
  const id = ids[Math.floor(Math.random() * ids.length)]
  if (id === undefined) throw new Error('There is no mail to choose from')
  return id
}

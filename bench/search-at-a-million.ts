import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { administrator } from './stage/imported.ts'
import type { Call, JmapClient } from './stage/jmap-client.ts'
import { makeManyRows, wordOfRank } from './stage/many-rows.ts'
import { listProperties } from './stage/operations.ts'
import { cpuBetween, cpuTimes } from './stage/processes.ts'
import { runCommand, startProgram } from './stage/program.ts'
import { type Bench, isAsked, percentile, type Row, short, type Stage } from './stage/rows.ts'
import { signIn } from './stage/session.ts'

const messages = 1_000_000
const calls = 60

/**
 * The first page of searches in a mailbox of a million messages, as clients ask for it: the newest fifty
 * conversations with their list properties. Making the mailbox takes minutes; `--data` keeps it.
 */
export const searchAtAMillion: Bench = {
  name: 'search-at-a-million',
  isLong: true,
  run: async (stage) => {
    const isKept = stage.dataFolder !== undefined
    const dataFolder = stage.dataFolder ?? mkdtempSync(join(tmpdir(), 'plmail-million-'))
    try {
      return await measureIn(stage, dataFolder)
    } finally {
      if (!isKept) rmSync(dataFolder, { recursive: true, force: true })
    }
  },
}

async function measureIn(stage: Stage, dataFolder: string): Promise<Row[]> {
  const place = { root: stage.root, dataFolder }
  const marker = join(dataFolder, 'a-million')
  const isThere = existsSync(marker)
  mkdirSync(dataFolder, { recursive: true })
  chmodSync(dataFolder, 0o755) // the database runs as another user when we are root
  const { email, password } = administrator
  if (!isThere)
    await runCommand(place, ['app:setup', '--email', email, '--name', 'Ada', '--password', password])
  const program = await startProgram(place, 'web')
  try {
    if (!isThere) {
      await fill(stage, dataFolder)
      writeFileSync(marker, '')
    }
    const session = await signIn(program.address, email, password)
    const client = await session.jmap()
    const { accountId, inbox } = await loadSubject(client)
    const rows: Row[] = []
    for (const [what, filter] of Object.entries(searches(inbox)).filter(([name]) => isAsked(stage, name))) {
      stage.say(what)
      rows.push(await timed(client, accountId, what, filter, program.pids()))
    }
    client.close()
    return rows
  } finally {
    await program.stop()
  }
}

async function fill(stage: Stage, dataFolder: string): Promise<void> {
  const client = new pg.Client({
    host: join(dataFolder, 'postgres.work'),
    user: 'plmail',
    database: 'plmail',
  })
  await client.connect()
  try {
    await makeManyRows(client, messages, stage.say)
  } finally {
    await client.end()
  }
}

async function loadSubject(client: JmapClient): Promise<{ accountId: string; inbox: string }> {
  const [[, list]] = await client.calls(['List/query', { role: 'inbox', limit: 1 }, '0'])
  const [accountId = ''] = Object.keys(list['byAccount'] as Record<string, string[]>)
  const [[, boxes]] = await client.calls(['Mailbox/get', { accountId }, '0'])
  const inbox = (boxes['list'] as Array<{ id: string; role: string | null }>).find(
    ({ role }) => role === 'inbox',
  )
  return { accountId, inbox: inbox?.id ?? '' }
}

/** Words of every frequency: the first is in two messages of three, the thousandth in one of two hundred. */
function searches(inbox: string): Record<string, Record<string, unknown>> {
  const [max, often, some, seldom, rare] = [1, 20, 300, 3_000, 45_000].map(wordOfRank)
  return {
    'the most frequent word': { text: max },
    'a frequent word': { text: often },
    'a word of one message in a hundred': { text: some },
    'a word of one message in a thousand': { text: seldom },
    'a rare word': { text: rare },
    'a word that is nowhere': { text: 'quasar' },
    'two words in the Inbox': { inMailbox: inbox, text: `${often} ${some}` },
    'a phrase of two frequent words': { text: `"${max} ${often}"` },
    'the beginning of a word': { text: `${some?.slice(0, 4)}*` },
    'a part of words of subjects': { subject: some?.slice(1, 5) },
    'a part of words of bodies': { text: `*${seldom?.slice(1)}` },
    'a word of subjects': { subject: often },
    'a sender’s host': { from: 'host7.example' },
    'a sender by a part': { from: 'erson4321' },
    'starred with a word': { hasKeyword: '$flagged', text: often },
  }
}

async function timed(
  client: JmapClient,
  accountId: string,
  what: string,
  filter: Record<string, unknown>,
  pids: number[],
): Promise<Row> {
  const methodCalls: Call[] = [
    ['Email/query', { accountId, filter, collapseThreads: true, limit: 50 }, '0'],
    [
      'Email/get',
      {
        accountId,
        '#ids': { resultOf: '0', name: 'Email/query', path: '/ids' },
        properties: listProperties,
      },
      '1',
    ],
  ]
  const times: number[] = []
  let matches = 0
  const before = cpuTimes(pids)
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    const [[, answer]] = (await client.calls(...methodCalls)) as [Call, Call]
    times.push(performance.now() - began)
    matches = (answer['ids'] as string[]).length
  }
  // The first calls plan statements and warm caches up; a person's first search does so too, so they count.
  const cpu = cpuBetween(before, cpuTimes(pids)) / calls
  const [minimum, median, cpuMs] = [Math.min(...times), percentile(times, 0.5), cpu].map(short)
  return {
    what,
    value: percentile(times, 0.95),
    unit: 'ms p95',
    budget: { atMost: 100 },
    note: `${matches} found; ${minimum} ms at least, ${median} ms in the middle; ${cpuMs} ms CPU`,
  }
}

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { JmapClient } from './jmap-client.ts'
import type { Loaded } from './loaded.ts'
import { cpuBetween, cpuTimes, getMemory } from './processes.ts'
import type { Program } from './program.ts'
import type { Session } from './session.ts'

export interface ImportFigures {
  messages: number
  bytes: number
  seconds: number
  /** From the account being added until the newest message is first in the Inbox. */
  newestAfterSeconds: number
  cpuMs: number
  /** MiB, once a second. */
  memory: number[]
  blobBytes: number
  databaseBytes: number
}

export interface Watched {
  program: Program
  session: Session
  loaded: Loaded
  /** When the account was added, by `performance.now()`. */
  began: number
  dataFolder: string
  say(text: string): void
}

const maxSeconds = 1200

/** Looks on until every folder has what the mail server has in it. */
export async function watchImport(watched: Watched): Promise<ImportFigures> {
  const { program, session, loaded, began, dataFolder } = watched
  const roots = program.pids()
  const messages = [...loaded.counts.values()].reduce((sum, count) => sum + count, 0)
  const cpuBefore = cpuTimes(roots)
  const since = () => (performance.now() - began) / 1000
  const jmap = await session.jmap()
  const accountId = await firstAccount(session)
  const newestAfterSeconds = await whenNewestIsThere(jmap, accountId, loaded.newestInInbox, since)
  const memory: number[] = []
  for (let imported = 0; imported < messages; imported = await messagesHere(jmap, accountId)) {
    if (since() > maxSeconds) throw new Error(`${imported} of ${messages} after ${maxSeconds} s`)
    watched.say(`${imported} of ${messages} after ${since().toFixed(0)} s`)
    memory.push(getMemory(roots))
    await pause(1000)
  }
  const seconds = since()
  const cpuMs = cpuBetween(cpuBefore, cpuTimes(roots))
  jmap.close()
  return {
    messages,
    bytes: loaded.bytes,
    seconds,
    newestAfterSeconds,
    cpuMs,
    memory,
    blobBytes: getSize(join(dataFolder, 'blobs')),
    databaseBytes: getSize(join(dataFolder, 'postgres/base')),
  }
}

async function firstAccount(session: Session): Promise<string> {
  const { accounts } = (await session.get('/api/accounts')) as { accounts: Array<{ id: string }> }
  const id = accounts[0]?.id
  if (id === undefined) throw new Error('The account was not added')
  return id
}

async function whenNewestIsThere(
  jmap: JmapClient,
  accountId: string,
  messageId: string,
  since: () => number,
): Promise<number> {
  for (;;) {
    const [[, list]] = await jmap.calls(['List/query', { role: 'inbox', limit: 1 }, '0'])
    const ids = (list['byAccount'] as Record<string, string[]>)[accountId] ?? []
    const properties = ['messageId']
    const [[, got]] = await jmap.calls(['Email/get', { accountId, ids, properties }, '0'])
    const [newest] = got['list'] as Array<{ messageId: string[] | null }>
    if (newest?.messageId?.[0] === messageId) return since()
    if (since() > 120) throw new Error('The newest message is not in the Inbox after two minutes')
    await pause(50)
  }
}

async function messagesHere(jmap: JmapClient, accountId: string): Promise<number> {
  const [[, got]] = await jmap.calls(['Mailbox/get', { accountId, properties: ['totalEmails'] }, '0'])
  return (got['list'] as Array<{ totalEmails: number }>).reduce(
    (sum, mailbox) => sum + mailbox.totalEmails,
    0,
  )
}

function getSize(folder: string): number {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

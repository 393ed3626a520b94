import { describe, expect, test } from 'vitest'
import { createRecords, type Records } from '../records/index.ts'
import { mailServer, settled, type MailServer } from '../records/mail/mail-server.fixture.ts'
import { createOutbox } from './index.ts'
import { aBrowser } from './outbox.fixture.ts'

const star = { 'keywords/$flagged': true } as const
const unstar = { 'keywords/$flagged': null } as const

/** A browser before a server with three messages in the inbox of A1. */
async function setting() {
  const server = mailServer(['A1'], ['inbox', 'archive'])
  for (let n = 0; n < 3; n += 1) server.arrive('A1')
  const browser = aBrowser()
  return { server, browser, first: await openWindow(server, browser) }
}

async function openWindow(
  server: MailServer,
  browser: ReturnType<typeof aBrowser>,
  saved: () => Promise<void> = () => Promise.resolve(),
) {
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  const { parts, close } = browser.window()
  const said: string[] = []
  let again: () => void = () => undefined
  const outbox = createOutbox({
    ...parts,
    jmap: server.jmap,
    store: records.store,
    saved,
    onRefused(verb, why, run) {
      said.push(`${verb}: ${why.description ?? why.type}`)
      again = run
    },
    onNotUndone: (why) => void said.push(`not undone: ${why ?? ''}`),
  })
  await outbox.restore()
  await records.accounts.load()
  const list = records.list({ role: 'inbox' })
  list.look(0, 9)
  await settled()
  const set = (id: string, change: typeof star | typeof unstar, verb = 'star') =>
    outbox.perform({ accountId: 'A1', verb, changes: new Map([[id, change]]) })
  return { records, outbox, said, set, list, close, again: () => again() }
}

const isStarred = ({ records }: { records: Records }, id = 'M1') =>
  records.store.email('A1', id)?.keywords['$flagged'] === true
const setsOf = (server: MailServer) =>
  server.received
    .flatMap(({ body }) => (body as { methodCalls?: [string, Record<string, unknown>][] })?.methodCalls ?? [])
    .filter(([name]) => name === 'Email/set')
    .map(([, args]) => args)

describe('without a network', () => {
  test('deeds wait in their order and go in one request when the server is back', async () => {
    const { server, first } = await setting()
    server.isDown = true
    first.set('M1', star)
    first.set('M1', unstar, 'unstar')
    first.set('M2', star)
    await settled()
    expect([isStarred(first), isStarred(first, 'M2'), first.outbox.waiting]).toEqual([false, true, 3])
    server.isDown = false
    first.outbox.retry()
    await settled()
    expect(
      setsOf(server)
        .slice(-3)
        .map(({ verb }) => verb),
    ).toEqual(['star', 'unstar', 'star'])
    expect(new Set(setsOf(server).map(({ operation }) => operation)).size).toBe(3)
    expect([server.email('M1')?.keywords, server.email('M2')?.keywords]).toEqual([{}, { $flagged: true }])
    expect(first.outbox.waiting).toBe(0)
  })

  test('a failed sending is tried again by itself', async () => {
    const { server, browser, first } = await setting()
    server.isDown = true
    first.set('M1', star)
    await settled()
    server.isDown = false
    browser.timePasses()
    await settled()
    expect(server.email('M1')?.keywords).toEqual({ $flagged: true })
  })

  test('a server that has trouble of its own is asked again, and nothing is taken back', async () => {
    const { server, browser, first } = await setting()
    server.isFailing = true
    const done = first.set('M1', star)
    await settled()
    expect([isStarred(first), first.said, first.outbox.waiting]).toEqual([true, [], 1])
    server.isFailing = false
    browser.timePasses()
    await settled()
    expect([server.email('M1')?.keywords, first.outbox.waiting]).toEqual([{ $flagged: true }, 0])
    server.isFailing = true
    done.undo()
    await settled()
    server.isFailing = false
    browser.timePasses()
    await settled()
    expect([server.email('M1')?.keywords, isStarred(first), first.said]).toEqual([{}, false, []])
  })

  test('what the server fails at for good is said, and does not hold up what comes after it', async () => {
    const { server, browser, first } = await setting()
    server.isFailing = true
    first.set('M1', star)
    for (let tries = 0; tries < 8; tries += 1) {
      await settled()
      browser.timePasses()
    }
    expect([isStarred(first), first.said, first.outbox.waiting]).toEqual([false, ['star: serverFail'], 0])
  })

  test('the lid closes: the next window shows what was done and sends it', async () => {
    const { server, browser, first } = await setting()
    server.isDown = true
    first.set('M1', star)
    await settled()
    first.close()
    server.isDown = false
    const next = await openWindow(server, browser)
    expect([isStarred(next), next.outbox.waiting]).toEqual([true, 1])
    next.outbox.retry()
    await settled()
    expect(server.email('M1')?.keywords).toEqual({ $flagged: true })
    expect(next.outbox.waiting).toBe(0)
  })

  test('undo before it is sent leaves nothing to send', async () => {
    const { server, browser, first } = await setting()
    server.isDown = true
    const done = first.set('M1', star)
    const second = await openWindow(server, browser)
    done.undo()
    await settled()
    server.isDown = false
    first.outbox.retry()
    await settled()
    expect([isStarred(first), isStarred(second), first.outbox.waiting, second.outbox.waiting]).toEqual([
      false,
      false,
      0,
      0,
    ])
    expect(server.email('M1')?.keywords).toEqual({})
  })
})

describe('a browser that dies', () => {
  test('keeps a deed until the mail on its disk has it', async () => {
    const server = mailServer(['A1'], ['inbox'])
    server.arrive('A1')
    const browser = aBrowser()
    let isOnDisk = (): void => undefined
    const window = await openWindow(server, browser, () => new Promise((resolve) => (isOnDisk = resolve)))
    const { storage } = browser.window().parts
    window.set('M1', star)
    await settled()
    expect([window.outbox.waiting, server.email('M1')?.keywords]).toEqual([0, { $flagged: true }])
    expect(await storage.all()).toHaveLength(1)
    isOnDisk()
    await settled()
    expect(await storage.all()).toEqual([])
  })
})

describe('an answer that is lost', () => {
  test('a deed sent again is not done over what somebody did since', async () => {
    const { server, first } = await setting()
    server.losesAnswers = true
    first.set('M1', star)
    await settled()
    server.losesAnswers = false
    const elsewhere = server.email('M1')
    delete elsewhere?.keywords['$flagged']
    first.outbox.retry()
    await settled()
    expect(setsOf(server).length).toBeGreaterThan(1)
    expect([server.email('M1')?.keywords, first.outbox.waiting]).toEqual([{}, 0])
  })

  test('can be undone all the same, even when that answer is lost too', async () => {
    const { server, first } = await setting()
    server.losesAnswers = true
    const done = first.set('M1', star)
    await settled()
    done.undo()
    await settled()
    expect([isStarred(first), server.email('M1')?.keywords]).toEqual([false, { $flagged: true }])
    server.losesAnswers = false
    first.outbox.retry()
    await settled()
    expect([isStarred(first), server.email('M1')?.keywords, first.outbox.waiting]).toEqual([false, {}, 0])
    expect(first.said).toEqual([])
  })
})

describe('two windows', () => {
  test('show the same at once, whoever did it and whoever sends it', async () => {
    const { server, browser, first } = await setting()
    const second = await openWindow(server, browser)
    first.set('M1', star)
    expect(isStarred(second)).toBe(true)
    await settled()
    second.set('M1', unstar, 'unstar')
    await settled()
    expect([isStarred(first), isStarred(second)]).toEqual([false, false])
    expect(setsOf(server)).toHaveLength(2)
    expect([first.outbox.waiting, second.outbox.waiting]).toEqual([0, 0])
  })

  test('fighting over one message send each deed once, and the later one wins everywhere', async () => {
    const { server, browser, first } = await setting()
    const second = await openWindow(server, browser)
    for (let n = 0; n < 5; n += 1) {
      first.set('M1', star)
      second.set('M1', unstar, 'unstar')
    }
    await settled()
    expect(setsOf(server).map(({ verb }) => verb)).toEqual(
      Array.from({ length: 5 }, () => ['star', 'unstar']).flat(),
    )
    expect([isStarred(first), isStarred(second), server.email('M1')?.keywords]).toEqual([false, false, {}])
  })

  test('a refusal is taken back in both, and only the one that did it speaks', async () => {
    const { server, browser, first } = await setting()
    const second = await openWindow(server, browser)
    server.refused.add('M1')
    second.set('M1', star)
    await settled()
    expect([isStarred(first), isStarred(second)]).toEqual([false, false])
    expect([first.said, second.said]).toEqual([[], ['star: The provider said no.']])
    server.refused.clear()
    second.again()
    await settled()
    expect([isStarred(first), isStarred(second), server.email('M1')?.keywords]).toEqual([
      true,
      true,
      { $flagged: true },
    ])
  })

  test('what a closed window left and the server refuses is said by the one that sends it', async () => {
    const { server, browser, first } = await setting()
    server.isDown = true
    first.set('M1', star)
    await settled()
    first.close()
    server.isDown = false
    server.refused.add('M1')
    const next = await openWindow(server, browser)
    next.outbox.retry()
    await settled()
    expect([next.said, isStarred(next)]).toEqual([['star: The provider said no.'], false])
  })
})

describe('answers older than what was done here', () => {
  /** Every visible value of the star from now on, as components would draw it. */
  function watched({ records }: { records: Records }): boolean[] {
    const seen = [isStarred({ records })]
    const note = () => {
      const now = isStarred({ records })
      if (now !== seen.at(-1)) seen.push(now)
    }
    records.store.onLocalChange(note)
    records.store.onReport({ threads: note, mailboxes: note, outdated: note, forgotten: note })
    return seen
  }

  test('never show through: not while a deed waits, not while a second follows the first', async () => {
    const { server, first } = await setting()
    const seen = watched(first)
    const gate = server.hold()
    const refreshed = first.list.refresh()
    first.set('M1', star)
    await settled()
    gate.release()
    await refreshed
    await settled()
    expect(seen).toEqual([false, true])
    // The first is confirmed, a second waits, and an answer from before both comes in.
    const askedAt = first.records.store.mark()
    const old = { ...server.email('M1')!, keywords: {} }
    first.set('M1', star)
    await settled()
    server.isDown = true
    first.outbox.perform({
      accountId: 'A1',
      verb: 'mark-read',
      changes: new Map([['M1', { 'keywords/$seen': true }]]),
    })
    first.records.store.putEmails('A1', { list: [old], state: '0' }, askedAt)
    expect(seen).toEqual([false, true])
  })

  test('a deed for a message that is gone does not hold up what comes after it', async () => {
    const { server, first } = await setting()
    first.outbox.perform({ accountId: 'A1', verb: 'star', changes: new Map([['M99', star]]) })
    first.set('M2', star)
    await settled()
    expect([first.outbox.waiting, server.email('M2')?.keywords]).toEqual([0, { $flagged: true }])
  })
})

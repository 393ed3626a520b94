import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRecords, type EmailChange } from '../records/index.ts'
import { mailServer, settled, type MailServer } from '../records/mail/mail-server.fixture.ts'
import { createOutbox } from './index.ts'
import type { Done } from './outbox.ts'
import { oneWindow } from './outbox.fixture.ts'

const roles = ['inbox', 'archive'] as const
const accountIds = ['A1', 'A2']

/** A client with everything that stands between it and the server. */
async function setting() {
  const server = mailServer(accountIds, roles)
  for (let n = 0; n < 6; n += 1) arrive(server, n)
  const waiting: (() => void)[] = []
  const after = (_ms: number, task: () => void): void => void waiting.push(task)
  const records = createRecords({ ...server, pause: () => Promise.resolve(), after })
  const outbox = createOutbox({
    ...oneWindow(),
    after,
    jmap: server.jmap,
    store: records.store,
    onRefused: () => undefined,
    onNotUndone: () => undefined,
  })
  await records.accounts.load()
  const lists = roles.map((role) => records.list({ role }))
  for (const list of lists) list.look(0, 20)
  await settled()
  let isHeard = true
  const gates: ReturnType<typeof server.hold>[] = []
  const done: Done[] = []
  server.onWrite = () => {
    const states = { Email: server.state() }
    if (isHeard) records.changed({ '@type': 'StateChange', changed: { A1: states, A2: states } })
  }
  return {
    server,
    records,
    outbox,
    lists,
    gates,
    done,
    async timePasses() {
      for (let rounds = 0; rounds < 5 && waiting.length > 0; rounds += 1) {
        for (const task of waiting.splice(0)) task()
        await settled()
      }
    },
    setHeard(next: boolean) {
      const isBack = next && !isHeard
      isHeard = next
      if (!isBack) return
      outbox.retry()
      void records.catchUp()
    },
  }
}
type Setting = Awaited<ReturnType<typeof setting>>

/** Something that happens to the `n`th message, whatever that is by then. */
type Step = (setting: Setting, n: number) => void

const idOf = (n: number): string => `M${String(1 + n)}`

/** Every account has a few conversations that grow. */
function arrive(server: MailServer, n: number): void {
  server.arrive(accountIds[n % 2]!, `T${String(1 + (n % 6))}`)
}

function moveElsewhere(stage: Setting, n: number, role: (typeof roles)[number]): void {
  const { server } = stage
  const email = server.email(idOf(n))
  if (email) server.move(email.id, server.mailboxWithRole(accountOf(email.id, stage), role)?.id ?? '')
}

const accountOf = (id: string, { server }: Setting): string =>
  (server.email(id) as { accountId?: string } | undefined)?.accountId ?? ''

function perform(stage: Setting, n: number, changeOf: (accountId: string) => EmailChange): void {
  const id = idOf(n)
  const accountId = accountIds.find((candidate) => stage.records.store.email(candidate, id))
  if (accountId === undefined) return
  stage.done.push(
    stage.outbox.perform({ accountId, verb: 'change', changes: new Map([[id, changeOf(accountId)]]) }),
  )
}

const steps: Record<string, Step> = {
  arrive: ({ server }, n) => arrive(server, n),
  starElsewhere: (setup, n) => setup.server.flag(idOf(n), '$flagged'),
  unstarElsewhere: (setup, n) => setup.server.flag(idOf(n), '$flagged', false),
  readElsewhere: (setup, n) => setup.server.flag(idOf(n), '$seen'),
  archiveElsewhere: (setup, n) => moveElsewhere(setup, n, 'archive'),
  bringBackElsewhere: (setup, n) => moveElsewhere(setup, n, 'inbox'),
  destroyElsewhere: (setup, n) => setup.server.destroy(idOf(n)),
  star: (setup, n) => perform(setup, n, () => ({ 'keywords/$flagged': true })),
  unstar: (setup, n) => perform(setup, n, () => ({ 'keywords/$flagged': null })),
  archive: (setup, n) =>
    perform(setup, n, (accountId) => {
      const archive = setup.server.mailboxWithRole(accountId, 'archive')?.id ?? ''
      return {
        [`mailboxIds/${setup.server.inboxOf(accountId)}` as const]: null,
        [`mailboxIds/${archive}` as const]: true,
      }
    }),
  destroy: (setup, n) => perform(setup, n, () => 'destroy'),
  undo: ({ done }) => done.pop()?.undo(),
  read: (setup, n) => {
    const id = idOf(n)
    const threadId = setup.server.email(id)?.threadId ?? 'T1'
    void setup.records.reading.loadThread({ accountId: accountIds[n % 2]!, threadId })
  },
  look: ({ lists }, n) => void lists[n % 2]?.refresh(),
  hold: ({ server, gates }, n) => {
    gates.push(server.hold())
    if (n % 3 > 0) gates.at(-2)?.passOthers()
  },
  passOthers: ({ gates }) => gates.at(-1)?.passOthers(),
  release: ({ gates }, n) => gates.splice(n % Math.max(1, gates.length), 1)[0]?.release(),
  goDown: ({ server }) => void (server.isDown = true),
  fail: ({ server }) => void (server.isFailing = true),
  loseAnswers: ({ server }) => void (server.losesAnswers = true),
  recover: ({ server }) =>
    void Object.assign(server, { isDown: false, isFailing: false, losesAnswers: false }),
  forget: ({ server }) => void (server.forgottenBefore = Number(server.state())),
  disconnect: (setup) => setup.setHeard(false),
  reconnect: (setup) => setup.setHeard(true),
}

/** What is shown, and what the server has. */
function shown({ records, lists, outbox, server }: Setting) {
  const { store } = records
  const plain = (id: string, email: { keywords: object; mailboxIds: object } | undefined) =>
    [id, email?.keywords, email?.mailboxIds] as const
  const shownLists = lists.map((list) => ({
    total: list.total,
    rows: list.entries().map(({ accountId, threadId }) => ({
      threadId: `${accountId}/${threadId}`,
      emails: store.peekEmailsOf({ accountId, threadId }).map((email) => plain(email.id, email)),
    })),
  }))
  const serverLists = roles.map((role) => {
    const ids = accountIds.map((accountId) => server.mailboxWithRole(accountId, role)?.id ?? '')
    const listed = server.listed(ids)
    return {
      total: listed.length,
      rows: listed.map(({ threadId, accountId }) => ({
        threadId: `${accountId}/${threadId}`,
        emails: server.threadOf(threadId).map((id) => plain(id, server.email(id))),
      })),
    }
  })
  const counts = (
    of: (accountId: string) => readonly { id: string; unreadThreads: number; totalThreads: number }[],
  ) =>
    accountIds.map((id) =>
      of(id)
        .map((box) => [box.id, box.unreadThreads, box.totalThreads])
        .sort(),
    )
  return {
    client: { lists: shownLists, counts: counts(store.peekMailboxes), waiting: outbox.waiting },
    server: { lists: serverLists, counts: counts(server.mailboxes), waiting: 0 },
  }
}

test('whatever crosses, gets lost or fails: in the end the client shows what the server has', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(11))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (script) => {
      const setup = await setting()
      for (const [name, n] of script) {
        steps[name]?.(setup, n)
        for (let turn = n % 4; turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve))
      }
      steps['recover']?.(setup, 0)
      for (const gate of setup.gates.splice(0)) gate.release()
      setup.setHeard(true)
      await settled()
      await setup.timePasses()
      const { client, server } = shown(setup)
      expect(client).toEqual(server)
    }),
    { numRuns: 40 },
  )
})

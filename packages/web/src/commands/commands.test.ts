import { describe, expect, test, vi } from 'vitest'
import { createRecords, threadKey, type ThreadRef } from '../records/index.ts'
import { mailServer, settled } from '../records/mail-server.fixture.ts'
import { oneWindow } from './outbox.fixture.ts'
import {
  createCommands,
  createComposeDesk,
  createDesk,
  createDialogs,
  createMailActions,
  createNavigator,
  createOutbox,
  createSenders,
  createThreadDesk,
  createToasts,
  createUndoStack,
  type CommandId,
} from './index.ts'

/** A client with everything but a screen, over a server with `count` messages in the inbox of A1. */
async function client(
  count: number,
  roles: Parameters<typeof mailServer>[1] = ['inbox', 'archive', 'trash'],
) {
  const server = mailServer(['A1'], roles)
  for (let n = 0; n < count; n += 1) server.arrive('A1')
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  const paths = ['/mail/inbox']
  const bar = {
    path: () => paths.at(-1) ?? '/',
    push: (path: string) => void paths.push(path),
    replace: (path: string) => void paths.splice(-1, 1, path),
    back: () => void paths.pop(),
    onPop: () => undefined,
  }
  const dialogs = createDialogs()
  const navigator = createNavigator(bar, dialogs.close)
  const desk = createDesk(records, navigator)
  const timers: { ms: number; task: () => void }[] = []
  const toasts = createToasts((ms, task) => {
    timers.push({ ms, task })
    return () => void timers.pop()
  })
  const undoStack = createUndoStack()
  const outbox = createOutbox({
    jmap: server.jmap,
    store: records.store,
    ...oneWindow(),
    onRefused: (verb, why, run) =>
      toasts.show({
        text: `${verb}: ${why.description ?? ''}`,
        tone: 'problem',
        action: { title: 'Again', run },
      }),
    onNotUndone: () => toasts.show({ text: 'too late', tone: 'problem' }),
  })
  const layout = { isSideBySide: true }
  const actions = createMailActions({
    records,
    desk,
    outbox,
    toasts,
    undoStack,
    isSideBySide: () => layout.isSideBySide,
  })
  const commands = createCommands({
    records,
    navigator,
    desk,
    compose: createComposeDesk([]),
    actions,
    dialogs,
    senders: createSenders({ records, navigator, actions, toasts, undoStack }),
    threads: createThreadDesk(),
    toasts,
    undoStack,
    isAdmin: false,
  })
  await records.accounts.load()
  desk.list.look(0, 20)
  await settled()
  const run = async (id: CommandId) => {
    commands.get(id)?.run()
    await settled()
  }
  const ref = (n: number): ThreadRef => ({ accountId: 'A1', threadId: `T${String(n)}` })
  const shown = () =>
    Array.from({ length: desk.list.total }, (_, index) => desk.list.at(index)?.threadId ?? '?').join(' ')
  const sets = () =>
    server.received
      .flatMap(
        ({ body }) => (body as { methodCalls?: [string, Record<string, unknown>][] })?.methodCalls ?? [],
      )
      .filter(([name]) => name === 'Email/set')
      .map(([, args]) => args)
  return {
    server,
    records,
    desk,
    navigator,
    dialogs,
    toasts,
    timers,
    outbox,
    actions,
    commands,
    layout,
    paths,
    run,
    ref,
    shown,
    sets,
  }
}

describe('archiving', () => {
  test('takes the row away at once, tells the server, and says so for ten seconds', async () => {
    const { desk, run, ref, shown, server, toasts, timers, commands } = await client(3)
    desk.pointAt(ref(2))
    commands.get('archive')?.run()
    expect(shown()).toBe('T3 T1')
    expect(desk.cursor).toEqual(ref(1))
    await run('shortcuts')
    expect(server.email('M2')?.mailboxIds).toEqual({
      [server.mailboxWithRole('A1', 'archive')?.id ?? '']: true,
    })
    expect(toasts.current).toMatchObject({ text: 'Archived', action: { title: 'Undo' } })
    expect(timers.at(-1)?.ms).toBe(10_000)
  })

  test('undo puts it back on the server and in its old place', async () => {
    const { desk, run, ref, shown, server } = await client(3)
    desk.pointAt(ref(2))
    await run('archive')
    await run('undo')
    expect(shown()).toBe('T3 T2 T1')
    expect(server.email('M2')?.mailboxIds).toEqual({ [server.inboxOf('A1')]: true })
  })

  test('undo before it was sent leaves no trace', async () => {
    const { desk, ref, shown, sets, commands } = await client(1)
    desk.pointAt(ref(1))
    commands.get('archive')?.run()
    commands.get('undo')?.run()
    await settled()
    expect(sets()).toEqual([])
    expect(shown()).toBe('T1')
  })

  test('undo while it is on its way waits, then takes it back', async () => {
    const { desk, ref, shown, server, commands } = await client(1)
    desk.pointAt(ref(1))
    const gate = server.hold()
    commands.get('archive')?.run()
    await settled()
    commands.get('undo')?.run()
    gate.release()
    await settled()
    expect(server.email('M1')?.mailboxIds).toEqual({ [server.inboxOf('A1')]: true })
    expect(shown()).toBe('T1')
  })

  test('a refusal rolls back with a sentence', async () => {
    const { desk, run, ref, shown, server, toasts } = await client(2)
    server.refused.add('M2')
    desk.pointAt(ref(2))
    await run('archive')
    expect(shown()).toBe('T2 T1')
    expect(toasts.current).toMatchObject({ tone: 'problem', text: 'archive: The provider said no.' })
  })

  test('an account without an archive gets one first', async () => {
    const { desk, run, ref, server, shown } = await client(1, ['inbox'])
    desk.pointAt(ref(1))
    await run('archive')
    const archive = server.mailboxWithRole('A1', 'archive')
    expect(archive?.name).toBe('Archive')
    expect(server.email('M1')?.mailboxIds).toEqual({ [archive?.id ?? '']: true })
    expect(shown()).toBe('')
  })

  test('several selected go together and come back together', async () => {
    const { desk, run, ref, shown, toasts } = await client(4)
    desk.toggleSelected(ref(4))
    desk.toggleSelected(ref(2))
    await run('archive')
    expect(shown()).toBe('T3 T1')
    expect(toasts.current?.text).toBe('2 archived')
    expect(desk.selectedCount).toBe(0)
    await run('undo')
    expect(shown()).toBe('T4 T3 T2 T1')
  })

  test('deeds of one moment travel in one request, each with its verb', async () => {
    const { desk, actions, ref, server, sets } = await client(2)
    desk.pointAt(ref(2))
    const before = server.received.length
    actions.toggleStar([ref(2)])
    actions.markRead([ref(1)])
    await settled()
    expect(server.received.length - before).toBe(1)
    expect(sets().map(({ verb }) => verb)).toEqual(['star', 'mark-read'])
  })

  test('offline, the change stays and is sent later', async () => {
    const { desk, run, ref, shown, server, outbox } = await client(2)
    server.isDown = true
    desk.pointAt(ref(2))
    await run('archive')
    expect(shown()).toBe('T1')
    expect(outbox.waiting).toBe(1)
    server.isDown = false
    outbox.retry()
    await settled()
    expect(outbox.waiting).toBe(0)
    expect(server.email('M2')?.mailboxIds[server.inboxOf('A1')]).toBeUndefined()
  })
})

describe('an open thread', () => {
  test('archived side by side, the next one opens in its place in history', async () => {
    const { desk, run, ref, paths } = await client(3)
    desk.openThread(ref(3))
    await run('archive')
    expect(paths).toEqual(['/mail/inbox', '/mail/inbox/A1/T2'])
  })

  test('archived alone on a screen, the list comes back with the cursor on the next', async () => {
    const { desk, run, ref, layout, navigator } = await client(3)
    layout.isSideBySide = false
    desk.openThread(ref(3))
    await run('archive')
    expect(navigator.place).toEqual({ screen: 'mail', list: { role: 'inbox' } })
    expect(desk.cursor).toEqual(ref(2))
  })

  test('seen is read without a toast, and undo prefers what the toast is about', async () => {
    const { desk, run, ref, actions, server, toasts, shown } = await client(3)
    desk.openThread(ref(3))
    await run('archive')
    actions.markSeen(ref(2))
    await settled()
    expect(server.email('M2')?.keywords).toEqual({ $seen: true })
    await run('undo')
    expect(shown()).toBe('T3 T2 T1')
    expect(server.email('M2')?.keywords).toEqual({ $seen: true })
    toasts.dismiss()
    await run('undo')
    expect(server.email('M2')?.keywords).toEqual({})
  })

  test('j and k step through threads and stop at the ends', async () => {
    const { desk, run, ref } = await client(2)
    desk.openThread(ref(2))
    await run('next')
    await run('next')
    expect(desk.open).toEqual(ref(1))
    await run('previous')
    expect(desk.open).toEqual(ref(2))
  })
})

describe('in Trash', () => {
  test('delete asks first and is for good', async () => {
    const { desk, run, ref, navigator, server, dialogs, commands, actions, shown } = await client(1)
    desk.pointAt(ref(1))
    await run('trash')
    const trash = server.mailboxWithRole('A1', 'trash')?.id ?? ''
    navigator.go({ screen: 'mail', list: { accountId: 'A1', mailboxId: trash } })
    desk.list.look(0, 20)
    await settled()
    desk.pointAt(ref(1))
    expect(commands.get('trash')?.when()).toBe(false)
    expect(commands.get('archive')?.when()).toBe(false)
    await run('destroy')
    expect(dialogs.current).toBe('confirm-destroy')
    expect(server.email('M1')).toBeDefined()
    actions.destroy(desk.targets())
    expect(shown()).toBe('')
    await settled()
    expect(server.email('M1')).toBeUndefined()
  })
})

test('a star set on a thread sits on its newest message and is taken off all', async () => {
  const { server, records, actions, ref } = await client(1)
  server.arrive('A1', 'T1')
  records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
  await settled()
  actions.toggleStar([ref(1)])
  await settled()
  expect([server.email('M1')?.keywords, server.email('M2')?.keywords]).toEqual([{}, { $flagged: true }])
  actions.toggleStar([ref(1)])
  await settled()
  expect(server.email('M2')?.keywords).toEqual({})
})

test('commands say when they apply: nothing to act on, nothing offered', async () => {
  const { commands, desk, ref } = await client(1)
  const applicable = () =>
    [...commands.values()].filter(({ group, when }) => group === 'act' && when()).map(({ id }) => id)
  expect(applicable()).toEqual([])
  desk.pointAt(ref(1))
  const offered = applicable()
  for (const id of ['archive', 'trash', 'star', 'mark-read', 'move', 'select', 'snooze', 'remind', 'to-spam'])
    expect(offered).toContain(id)
  // It lies in the Inbox, unread and not snoozed.
  for (const id of ['destroy', 'mark-unread', 'unsnooze', 'to-inbox']) expect(offered).not.toContain(id)
  expect(threadKey(ref(1))).toBe('A1/T1')
})

test('a toast leaves by itself, a newer one takes its place', () => {
  const timers: (() => void)[] = []
  const cancel = vi.fn()
  const toasts = createToasts((_ms, task) => {
    timers.push(task)
    return cancel
  })
  toasts.show({ text: 'one', tone: 'plain' })
  toasts.show({ text: 'two', tone: 'plain' })
  expect(cancel).toHaveBeenCalledOnce()
  expect(toasts.current?.text).toBe('two')
  timers.at(-1)?.()
  expect(toasts.current).toBeUndefined()
})

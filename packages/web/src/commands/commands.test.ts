import { describe, expect, test, vi } from 'vitest'
import { createFolders, threadKey } from '../records/index.ts'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { client } from './client.fixture.ts'
import { createToasts } from './index.ts'

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
    actions.markSeen(ref(2), new Set(['M2']))
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

describe('over two accounts', () => {
  /** T1 is in A1 and T2 in A2; A1 has the label Work, and A2 the same one by the name `secondName`, if any. */
  async function twoAccounts(secondName: string | undefined) {
    const parts = await client(1, undefined, ['A1', 'A2'])
    const { records, server, desk } = parts
    const folders = createFolders(records.context.jmap, records.store)
    await folders.create('A1', { name: 'Work' })
    if (secondName !== undefined) await folders.create('A2', { name: secondName })
    await settled()
    const refs = [
      { accountId: 'A1', threadId: 'T1' },
      { accountId: 'A2', threadId: 'T2' },
    ]
    for (const ref of refs) desk.toggleSelected(ref)
    const idOf = (accountId: string, name: string | undefined) =>
      server.mailboxes(accountId).find((mailbox) => mailbox.name === name)?.id ?? 'none'
    const placesOf = (id: string) => Object.keys(server.email(id)?.mailboxIds ?? {})
    return { ...parts, refs, idOf, placesOf, work: { accountId: 'A1', mailboxId: idOf('A1', 'Work') } }
  }

  test('what is moved goes to the folder of that label in its own account, and comes back from there', async () => {
    const { actions, commands, refs, idOf, placesOf, work, toasts, run, server } = await twoAccounts('WORK')
    expect(commands.get('move')?.when()).toBe(true)
    actions.move(refs, work)
    await settled()
    expect([placesOf('M1'), placesOf('M2')]).toEqual([[work.mailboxId], [idOf('A2', 'WORK')]])
    expect(toasts.current?.text).toBe('2 moved to Work')
    await run('undo')
    expect([placesOf('M1'), placesOf('M2')]).toEqual([[server.inboxOf('A1')], [server.inboxOf('A2')]])
  })

  test('dropped on the folder of another account, a conversation goes to its own', async () => {
    const { actions, refs, idOf, placesOf, work } = await twoAccounts('Work')
    actions.move(refs.slice(1), work)
    await settled()
    expect(placesOf('M2')).toEqual([idOf('A2', 'Work')])
    actions.move(refs.slice(1), { accountId: 'A1', mailboxId: idOf('A1', 'archive') })
    await settled()
    expect(placesOf('M2')).toEqual([idOf('A2', 'archive')])
  })

  test('where an account has no such folder its conversations stay, and that is said', async () => {
    const { actions, refs, placesOf, work, toasts, server } = await twoAccounts(undefined)
    actions.move(refs, work)
    await settled()
    expect([placesOf('M1'), placesOf('M2')]).toEqual([[work.mailboxId], [server.inboxOf('A2')]])
    expect(toasts.current?.text).toBe('Moved to Work · 1 not moved: its account doesn’t have this folder')
    actions.move(refs.slice(1), work)
    expect(toasts.current).toMatchObject({ tone: 'problem' })
    expect(placesOf('M2')).toEqual([server.inboxOf('A2')])
  })

  test('a label is put on and taken off in each', async () => {
    const { actions, refs, idOf, placesOf, work, server } = await twoAccounts('Work')
    actions.label(refs, work, true)
    await settled()
    expect(placesOf('M2').toSorted()).toEqual([server.inboxOf('A2'), idOf('A2', 'Work')].toSorted())
    actions.label(refs, work, false)
    await settled()
    expect([placesOf('M1'), placesOf('M2')]).toEqual([[server.inboxOf('A1')], [server.inboxOf('A2')]])
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

test('a lasting toast stays until it is dismissed', () => {
  const timers: (() => void)[] = []
  const toasts = createToasts((_ms, task) => {
    timers.push(task)
    return () => undefined
  })
  toasts.show({ text: 'refused', tone: 'problem', isLasting: true })
  for (const run of timers) run()
  expect(toasts.current?.text).toBe('refused')
  toasts.dismiss()
  expect(toasts.current).toBeUndefined()
})

test('a whole list is chosen beyond what is here, and what is done to it is asked of the server once', async () => {
  const { desk, run, server, sets, toasts, commands } = await client(230)
  await run('select-all')
  await vi.waitFor(() => expect(desk.selectedCount).toBe(200))
  expect(commands.get('select-whole')?.when()).toBe(true)
  await run('select-whole')
  expect([desk.isWhole, commands.get('snooze')?.when(), commands.get('archive')?.when()]).toEqual([
    true,
    false,
    true,
  ])
  await run('archive')
  const asked = () =>
    server.received.flatMap(({ body }) =>
      ((body as { methodCalls?: [string, unknown][] })?.methodCalls ?? []).filter(
        ([name]) => name === 'List/run',
      ),
    )
  await vi.waitFor(() => expect(asked()).toHaveLength(1))
  expect(asked()[0]?.[1]).toEqual({ role: 'inbox', action: { type: 'archive' } })
  expect([desk.isWhole, desk.selectedCount, sets()]).toEqual([false, 0, []])
  // This server does not know how to: it says so instead of doing a part of it.
  await vi.waitFor(() => expect(toasts.current?.tone).toBe('problem'))
})

test('of a whole list every row is chosen, also those beyond what is here, and taking one out leaves what is here', async () => {
  const { desk, run, actions, ref, server } = await client(230)
  const begun = { id: 'RR1', state: 'running', total: 230, done: 0, changed: 0, skipped: 0, beganAt: '' }
  const asked: unknown[] = []
  server.teach('List/run', (args) => {
    asked.push(args)
    return { run: { ...begun, action: args['action'] } }
  })
  await run('select-all')
  await vi.waitFor(() => expect(desk.selectedCount).toBe(200))
  expect([desk.isSelected('A1/T230'), desk.isSelected('A1/T1')]).toEqual([true, false])
  await run('select-whole')
  expect(desk.isSelected('A1/T1')).toBe(true)
  // As dropped on a folder by somebody who took hold of the last row.
  const mailboxId = server.mailboxWithRole('A1', 'archive')?.id ?? ''
  actions.move(desk.targets(), { accountId: 'A1', mailboxId })
  await vi.waitFor(() =>
    expect(asked).toMatchObject([{ role: 'inbox', action: { type: 'moveTo', mailbox: 'archive' } }]),
  )
  await run('select-all')
  await vi.waitFor(() => expect(desk.selectedCount).toBe(200))
  await run('select-whole')
  desk.toggleSelected(ref(1))
  expect([desk.isWhole, desk.isSelected('A1/T1'), desk.selectedCount]).toEqual([false, false, 200])
})

import { describe, expect, test, vi } from 'vitest'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { client } from './client.fixture.ts'

/** Somebody who wants tabs, with three messages of which the second is in Social. */
async function withTabs() {
  const parts = await client(3)
  const { server, preferences, desk, navigator } = parts
  server.categorise('M2', 'social')
  preferences.set({ hasCategoryTabs: true })
  desk.showTabs(['primary', 'social', 'forums'])
  const look = async (path?: 'primary' | 'social') => {
    if (path) navigator.go({ screen: 'mail', list: { role: 'inbox', category: path } })
    desk.list.look(0, 20)
    await settled()
    return parts.shown()
  }
  const wholeTab = () => {
    for (const n of [1, 3]) desk.toggleSelected(parts.ref(n))
    desk.selectWhole()
  }
  const argumentsOf = (method: string) =>
    server.received
      .flatMap(({ body }) => (body as { methodCalls?: [string, unknown][] })?.methodCalls ?? [])
      .flatMap(([name, args]) => (name === method ? [args] : []))
  const [runsAsked, undone] = [() => argumentsOf('List/run'), () => argumentsOf('List/undoRun')]
  await look()
  return { ...parts, look, wholeTab, runsAsked, undone }
}

describe('an inbox in tabs', () => {
  test('is shown a category at a time, and the first has the address of the inbox', async () => {
    const { look, paths, desk } = await withTabs()
    expect([await look(), desk.name]).toEqual(['T3 T1', { role: 'inbox', category: 'primary' }])
    expect([await look('social'), paths.at(-1)]).toEqual(['T2', '/mail/inbox/social'])
  })

  test('is one list again at once where somebody wants that, whatever the address says', async () => {
    const { look, preferences, desk, shown } = await withTabs()
    await look('social')
    preferences.set({ hasCategoryTabs: false })
    await look()
    expect([shown(), desk.name, desk.tabs]).toEqual(['T3 T2 T1', { role: 'inbox' }, []])
  })

  test('other lists have none', async () => {
    const { navigator, desk } = await withTabs()
    navigator.go({ screen: 'mail', list: { role: 'archive', category: 'social' } })
    expect(desk.name).toEqual({ role: 'archive' })
  })

  test('the inbox of one account has them too', async () => {
    const { navigator, desk, server, look, shown } = await withTabs()
    const list = { accountId: 'A1', mailboxId: server.inboxOf('A1') }
    navigator.go({ screen: 'mail', list })
    await look()
    expect([desk.name, shown()]).toEqual([{ ...list, category: 'primary' }, 'T3 T1'])
  })

  test('what was chosen in one tab is not chosen in the next', async () => {
    const { desk, ref, look } = await withTabs()
    desk.toggleSelected(ref(3))
    await look('social')
    expect(desk.selectedCount).toBe(0)
  })

  test('keys go through the tabs that are shown, and round', async () => {
    const { run, paths, commands } = await withTabs()
    expect([commands.get('next-tab')?.keys, commands.get('previous-tab')?.keys]).toEqual([['`'], ['~']])
    for (const _ of [1, 2, 3]) await run('next-tab')
    await run('previous-tab')
    expect(paths.slice(1)).toEqual([
      '/mail/inbox/social',
      '/mail/inbox/forums',
      '/mail/inbox',
      '/mail/inbox/forums',
    ])
  })
})

describe('putting conversations into another tab', () => {
  test('tells the server with its verb, goes on with the next, and is taken back in place', async () => {
    const { desk, actions, ref, sets, run, shown, server, look, toasts } = await withTabs()
    desk.pointAt(ref(3))
    actions.categorise([ref(3)], 'social', 'Moved to Social')
    expect([shown(), desk.cursor]).toEqual(['T1', ref(1)])
    await settled()
    expect(sets().at(-1)).toMatchObject({ verb: 'categorise', update: { M3: { categoryByHand: 'social' } } })
    expect(toasts.current).toMatchObject({ text: 'Moved to Social', action: { title: 'Undo' } })
    expect(await look('social')).toBe('T3 T2')
    await run('undo')
    expect([shown(), server.email('M3')?.chosen]).toEqual(['T2', undefined])
    expect(await look('primary')).toBe('T3 T1')
  })

  test('undone before it was sent leaves no trace', async () => {
    const { actions, ref, sets, commands, shown } = await withTabs()
    actions.categorise([ref(1), ref(3)], 'forums', 'Moved')
    expect(shown()).toBe('')
    commands.get('undo')?.run()
    await settled()
    expect([sets(), shown()]).toEqual([[], 'T3 T1'])
  })

  test('offline it is in the other tab, and with the server later', async () => {
    const { actions, ref, server, outbox, look } = await withTabs()
    await look('social')
    await look('primary')
    server.isDown = true
    actions.categorise([ref(1)], 'social', 'Moved')
    await settled()
    expect(await look('social')).toBe('T2 T1')
    server.isDown = false
    outbox.retry()
    await settled()
    expect([server.email('M1')?.chosen, outbox.waiting]).toEqual(['social', 0])
  })

  test('a refusal brings it back with a sentence', async () => {
    const { actions, ref, server, shown, toasts } = await withTabs()
    server.refused.add('M3')
    actions.categorise([ref(3)], 'social', 'Moved')
    await settled()
    expect([shown(), toasts.current?.tone]).toEqual(['T3 T1', 'problem'])
  })

  test('is said of a message that stays, not of a draft', async () => {
    const { records, server, actions, ref, sets } = await withTabs()
    server.arrive('A1', 'T3', { $draft: true })
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
    actions.categorise([ref(3)], 'updates', 'Moved')
    await settled()
    expect(Object.keys(sets().at(-1)?.['update'] as object)).toEqual(['M3'])
  })

  test('is offered where there are tabs, also for a list that is chosen as a whole', async () => {
    const { commands, desk, ref, preferences, run, dialogs } = await withTabs()
    const isOffered = () => commands.get('categorise')?.when()
    expect(isOffered()).toBe(false)
    desk.toggleSelected(ref(1))
    desk.toggleSelected(ref(3))
    expect(isOffered()).toBe(true)
    desk.selectWhole()
    expect(isOffered()).toBe(true)
    desk.clearSelection()
    desk.pointAt(ref(1))
    await run('categorise')
    expect(dialogs.current).toBe('categorise')
    await run('category-tabs')
    expect([preferences.current.hasCategoryTabs, isOffered()]).toEqual([false, false])
  })

  test('what is done to a whole tab is done to that tab', async () => {
    const { run, wholeTab, runsAsked } = await withTabs()
    wholeTab()
    await run('archive')
    await vi.waitFor(() => expect(runsAsked()).toHaveLength(1))
    expect(runsAsked()).toEqual([{ role: 'inbox', category: 'primary', action: { type: 'archive' } }])
  })

  test('a whole tab goes into another by the server, all of it at once', async () => {
    const { actions, desk, wholeTab, runsAsked, sets, server, toasts, undone } = await withTabs()
    const begun = { id: 'RR1', state: 'running', total: 2, done: 0, changed: 0, skipped: 0, beganAt: '' }
    server.teach('List/run', ({ action }) => ({ run: { ...begun, action } }))
    wholeTab()
    actions.categorise(desk.targets(), 'social', 'Moved')
    const action = { type: 'categorise', category: 'social' }
    await vi.waitFor(() => expect(toasts.current?.text).toBe('Moving 2 conversations to Social'))
    expect([runsAsked(), sets(), desk.isWhole]).toEqual([
      [{ role: 'inbox', category: 'primary', action }],
      [],
      false,
    ])
    toasts.current?.action?.run()
    await vi.waitFor(() => expect(undone()).toEqual([{ id: 'RR1' }]))
  })

  test('without the server nothing is done to a whole tab, and that is said', async () => {
    const { actions, desk, wholeTab, sets, server, toasts, shown } = await withTabs()
    server.isDown = true
    wholeTab()
    actions.categorise(desk.targets(), 'social', 'Moved')
    await vi.waitFor(() => expect(toasts.current?.text).toBe('Nothing changed: the server can’t be reached.'))
    expect([shown(), sets()]).toEqual(['T3 T1', []])
  })
})

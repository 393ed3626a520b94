import { createRecords, type ThreadRef } from '../records/index.ts'
import { mailServer, settled } from '../records/mail/mail-server.fixture.ts'
import { oneWindow } from './outbox.fixture.ts'
import {
  createCalendarDesk,
  createCommands,
  createPreferences,
  createComposeDesk,
  createDesk,
  createDialogs,
  createTypingHandover,
  createMailActions,
  createNavigator,
  createOutbox,
  createThreadDesk,
  createToasts,
  createUndoStack,
  lazySenders,
  orWhole,
  type CommandId,
} from './index.ts'

/** A client with everything but a screen, over a server with `count` messages in the inbox of each account. */
export async function client(
  count: number,
  roles: Parameters<typeof mailServer>[1] = ['inbox', 'archive', 'trash'],
  accountIds: readonly string[] = ['A1'],
) {
  const server = mailServer(accountIds, roles)
  for (const accountId of accountIds) for (let n = 0; n < count; n += 1) server.arrive(accountId)
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  const paths = ['/mail/inbox']
  const bar = {
    path: () => paths.at(-1) ?? '/',
    push: (path: string) => void paths.push(path),
    replace: (path: string) => void paths.splice(-1, 1, path),
    back: () => void paths.pop(),
    onPop: () => undefined,
  }
  const typing = createTypingHandover(
    () => () => undefined,
    () => undefined,
  )
  const dialogs = createDialogs(typing)
  const navigator = createNavigator(bar, dialogs.close)
  const preferences = createPreferences(
    { getItem: () => null, setItem: () => undefined },
    { load: () => Promise.resolve(undefined), save: () => Promise.resolve(true) },
  )
  const desk = createDesk(records, navigator, undefined, () => preferences.current.hasCategoryTabs)
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
  const compose = createComposeDesk([], typing)
  const threads = createThreadDesk()
  const acting = { records, desk, outbox, toasts, undoStack, isSideBySide: () => layout.isSideBySide }
  const actions = orWhole(createMailActions(acting), acting)
  const commands = createCommands({
    records,
    navigator,
    desk,
    compose,
    calendar: createCalendarDesk(),
    preferences,
    actions,
    dialogs,
    senders: lazySenders({ records, navigator, actions, toasts, undoStack }),
    threads,
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
    compose,
    typing,
    threads,
    preferences,
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

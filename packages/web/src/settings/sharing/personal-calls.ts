import type { JmapMethod, JmapMethods, SetResult } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { App } from '../../commands/index.ts'
import { type CalendarContext, type Outcome } from '../../records/index.ts'
import { sharingWords as words } from '../../words/index.ts'
import { refusalSentence } from '../../words/refusals.ts'

type Args<M extends JmapMethod> = Omit<JmapMethods[M]['args'], 'accountId'>

/** Calls one method in the personal account. */
export async function ask<M extends JmapMethod>(
  { jmap, personal }: CalendarContext,
  name: M,
  args: Args<M>,
): Promise<Outcome<JmapMethods[M]['result']>> {
  const accountId = await personal.id()
  if (accountId === undefined) return { ok: false, why: words.offline }
  const batch = createBatch()
  const call = batch.add(name, { ...args, accountId } as JmapMethods[M]['args'])
  const answer = (await jmap.send(batch))?.of(call)
  if (answer?.ok) return { ok: true, value: answer.value }
  return { ok: false, why: answer ? refusalSentence(answer.error) : words.offline }
}

/** All there are of one kind. */
export async function listOf<M extends 'ShareLink/get' | 'BookingPage/get' | 'Booking/list'>(
  context: CalendarContext,
  name: M,
  args: Args<M>,
): Promise<Outcome<JmapMethods[M]['result']['list']>> {
  const answer = await ask(context, name, args)
  return answer.ok ? { ok: true, value: answer.value.list } : answer
}

/** The result of changing one link or page: the address of a new one, and the journal entry that undoes the change. */
export interface Changed {
  url: string | undefined
  journalId: string | null | undefined
}

/** Changes one link or page. */
export async function change<M extends 'ShareLink/set' | 'BookingPage/set'>(
  context: CalendarContext,
  name: M,
  args: Args<M>,
): Promise<Outcome<Changed>> {
  const answer = await ask(context, name, args)
  if (!answer.ok) return answer
  const why = refusalOf(answer.value)
  if (why !== undefined) return { ok: false, why }
  const { created, journalId } = answer.value
  const [made] = Object.values(created ?? {})
  return { ok: true, value: { url: made?.url, journalId } }
}

/** Why the one object of a `set` was refused; undefined when it was not. */
function refusalOf(result: SetResult<unknown>): string | undefined {
  const { notCreated, notUpdated, notDestroyed } = result
  const [refused] = [notCreated, notUpdated, notDestroyed].flatMap((map) => Object.values(map ?? {}))
  return refused && refusalSentence(refused)
}

/** Shows a toast about a change, with undo; `after` runs once it was undone. */
export function tellWithUndo(
  { undoStack, toasts, records }: Pick<App, 'undoStack' | 'toasts' | 'records'>,
  journalId: string | null | undefined,
  text: string,
  after: () => Promise<void>,
): void {
  if (typeof journalId !== 'string') {
    toasts.show({ text, tone: 'plain' })
    return
  }
  const ids = [journalId]
  undoStack.push({ undo: () => void takeBack() }, toasts, text)

  async function takeBack(): Promise<void> {
    const batch = createBatch()
    const call = batch.add('Journal/undo', { ids })
    const answer = (await records.calendarContext.jmap.send(batch))?.of(call)
    const isBack = answer?.ok === true && answer.value.undone.some(({ restored }) => restored.length > 0)
    if (!isBack) toasts.show({ text: answer?.ok ? words.notBack : words.offline, tone: 'problem' })
    await after()
  }
}

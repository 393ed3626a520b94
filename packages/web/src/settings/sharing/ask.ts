import type { JmapMethod, JmapMethods, SetResult } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { App } from '../../commands/index.ts'
import type { CalendarHome } from '../../records/index.ts'
import { sharingWords as words } from '../../words/index.ts'
import { refusalSentence } from '../../words/refusals.ts'

/** An answer of the server, or why there is none: its own words, or undefined when it cannot be reached. */
export type Told<T> = { ok: true; value: T } | { ok: false; why: string | undefined }

type Args<M extends JmapMethod> = Omit<JmapMethods[M]['args'], 'accountId'>

/** Calls one method in the personal account. */
export async function ask<M extends JmapMethod>(
  { jmap, personal }: CalendarHome,
  name: M,
  args: Args<M>,
): Promise<Told<JmapMethods[M]['result']>> {
  const accountId = await personal.id()
  if (accountId === undefined) return { ok: false, why: undefined }
  const batch = createBatch()
  const call = batch.add(name, { ...args, accountId } as JmapMethods[M]['args'])
  const answer = (await jmap.send(batch))?.of(call)
  if (answer?.ok) return { ok: true, value: answer.value }
  return { ok: false, why: answer && refusalSentence(answer.error) }
}

/** Why the one object of a `set` was refused; undefined when it was not. */
export function refusalOf(result: SetResult<unknown>): string | undefined {
  const { notCreated, notUpdated, notDestroyed } = result
  const [refused] = [notCreated, notUpdated, notDestroyed].flatMap((map) => Object.values(map ?? {}))
  return refused && refusalSentence(refused)
}

/** A change that was made, told with the way back; `after` when it was taken. */
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
    const answer = (await records.calendarHome.jmap.send(batch))?.of(call)
    const isBack = answer?.ok === true && answer.value.undone.some(({ restored }) => restored.length > 0)
    if (!isBack) toasts.show({ text: answer?.ok ? words.notBack : words.offline, tone: 'problem' })
    await after()
  }
}

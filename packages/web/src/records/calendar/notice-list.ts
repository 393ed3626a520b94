import type { JmapMethod } from '@plmail/wire'
import { type Answers, type Batch, type Call, createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { createTopic } from '../core/topic.ts'

/** The notices of one kind from all accounts with calendars, each shown until it is dismissed. */
export interface NoticeList<Item> {
  /** Watched. Without those that are being put away. */
  all(): readonly Item[]
  /** False when no answer came. */
  load(): Promise<boolean>
  /** They are gone at once, and shown again where one of the calls fails; false then. */
  putAway(some: readonly Item[], ask: (batch: Batch) => readonly Call<JmapMethod>[]): Promise<boolean>
}

export interface Telling<View> {
  /** Asks one account for all of them; returns how the answer is found. */
  ask(
    batch: Batch,
    accountId: string,
  ): (answers: Answers) => { ok: true; value: { list: readonly View[] } } | { ok: false }
  /** Whether the first of two comes before the second. */
  isBefore(first: View, second: View): boolean
  isShown?(item: View): boolean
}

export function createNoticeList<View extends { id: string }>(
  context: Pick<CalendarContext, 'jmap' | 'accountIds'>,
  { ask, isBefore, isShown = () => true }: Telling<View>,
): NoticeList<View & { accountId: string }> {
  type Item = View & { accountId: string }
  const topic = createTopic()
  const leaving = new Set<string>()
  const keyOf = ({ accountId, id }: Item): string => `${accountId}/${id}`
  let items: readonly Item[] = []

  async function read(): Promise<boolean> {
    const batch = createBatch()
    const requests = (await context.accountIds()).map((accountId) => ({
      accountId,
      find: ask(batch, accountId),
    }))
    const answers = requests.length === 0 ? undefined : await context.jmap.send(batch)
    if (!answers) return false
    const fetched = requests.flatMap(({ accountId, find }) => {
      const answer = find(answers)
      // An account without calendars has none.
      return answer.ok ? answer.value.list.map((view) => ({ ...view, accountId })) : []
    })
    items = fetched.filter(isShown).toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
    topic.touch()
    return true
  }

  return {
    all() {
      topic.watch()
      return items.filter((item) => !leaving.has(keyOf(item)))
    },
    load: oneAtATime(read),
    async putAway(some, askFor) {
      const keys = new Set(some.map(keyOf))
      for (const key of keys) leaving.add(key)
      topic.touch()
      const batch = createBatch()
      const calls = askFor(batch)
      const answers = await context.jmap.send(batch)
      const isDone = answers !== undefined && calls.every((call) => answers.of(call).ok)
      if (isDone) items = items.filter((item) => !keys.has(keyOf(item)))
      for (const key of keys) leaving.delete(key)
      topic.touch()
      return isDone
    },
  }
}

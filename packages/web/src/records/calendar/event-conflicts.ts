import type { EventConflictsAnswer } from '@plmail/wire'
import type { Answer } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { createTopic } from '../core/topic.ts'

/** The local changes to events that were overridden, and the parts of a calendar that cannot be shown. */
export interface EventConflicts {
  /** Watched. Undefined until the first answer. */
  all(): EventConflictsAnswer | undefined
  load(): Promise<void>
  /** `mine`: it is decided once more; `theirs`: everything stays as it is. */
  settle(id: number, keep: 'mine' | 'theirs'): Promise<Answer<unknown>>
}

export function createEventConflicts({ http }: Pick<CalendarContext, 'http'>): EventConflicts {
  const topic = createTopic()
  const path = '/api/event-conflicts'
  let conflicts: EventConflictsAnswer | undefined

  async function load(): Promise<void> {
    const answer = await http.call<EventConflictsAnswer>('GET', path)
    if (!answer.ok) return
    conflicts = answer.value
    topic.touch()
  }

  return {
    all() {
      topic.watch()
      return conflicts
    },
    load,
    async settle(id, keep) {
      const answer = await http.call('POST', `${path}/${id}`, { keep })
      // Whatever was answered: another window may have settled it.
      await load()
      return answer
    },
  }
}

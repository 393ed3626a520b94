import type { EventNotificationView } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { oncePer } from '../core/records-context.ts'
import { createNoticeList, type NoticeList } from './notice-list.ts'

export interface EventNewsItem extends EventNotificationView {
  accountId: string
}

/** The changes that others made in the calendars, newest first, until somebody has read them. */
export interface EventNews extends Pick<NoticeList<EventNewsItem>, 'all' | 'load'> {
  /** Read. False where the server could not be reached; they are shown again then. */
  dismiss(some: readonly EventNewsItem[]): Promise<boolean>
  /** Makes the event what it was, and is read then. False where that cannot be done any more. */
  undo(one: EventNewsItem): Promise<boolean>
}

export const eventNewsOf = oncePer(createEventNews)

function createEventNews(context: Pick<CalendarContext, 'jmap' | 'accountIds'>): EventNews {
  const told = createNoticeList<EventNotificationView>(context, {
    ask(batch, accountId) {
      const call = batch.add('CalendarEventNotification/get', { accountId, ids: null })
      return (answers) => answers.of(call)
    },
    isBefore: (first, second) => first.created > second.created,
  })

  // What is gone already is as good as read.
  const dismiss = (some: readonly EventNewsItem[]): Promise<boolean> =>
    told.putAway(some, (batch) =>
      [...new Set(some.map(({ accountId }) => accountId))].map((accountId) => {
        const destroy = some.filter((one) => one.accountId === accountId).map(({ id }) => id)
        return batch.add('CalendarEventNotification/set', { accountId, destroy })
      }),
    )

  return {
    all: told.all,
    load: told.load,
    dismiss,
    async undo(one) {
      if (one.journalId === null) return false
      const batch = createBatch()
      const call = batch.add('Journal/undo', { ids: [one.journalId], sendSchedulingMessages: false })
      const answer = (await context.jmap.send(batch))?.of(call)
      if (!answer?.ok || !answer.value.undone.some(({ restored }) => restored.length > 0)) return false
      await dismiss([one])
      return true
    },
  }
}

import type { EventNotificationView } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { oncePer } from '../core/records-context.ts'
import { createNoticeList, type NoticeList } from './notice-list.ts'

export interface EventNewsItem extends EventNotificationView {
  accountId: string
}

/** The changes that others made in the calendars, newest first, until somebody has read them. */
export interface EventNewsRecords extends Pick<NoticeList<EventNewsItem>, 'all' | 'load'> {
  /** Read. False where the server could not be reached; they are shown again then. */
  dismiss(some: readonly EventNewsItem[]): Promise<boolean>
  /** Makes the event what it was, and is read then. False where that cannot be done any more. */
  undo(item: EventNewsItem): Promise<boolean>
}

export const eventNewsOf = oncePer(createEventNews)

function createEventNews(context: Pick<CalendarContext, 'jmap' | 'accountIds'>): EventNewsRecords {
  const notices = createNoticeList<EventNotificationView>(context, {
    ask(batch, accountId) {
      const call = batch.add('CalendarEventNotification/get', { accountId, ids: null })
      return (answers) => answers.of(call)
    },
    isBefore: (first, second) => first.created > second.created,
  })

  // A notice that is gone already counts as read.
  const dismiss = (some: readonly EventNewsItem[]): Promise<boolean> =>
    notices.putAway(some, (batch) =>
      [...new Set(some.map(({ accountId }) => accountId))].map((accountId) => {
        const destroy = some.filter((item) => item.accountId === accountId).map(({ id }) => id)
        return batch.add('CalendarEventNotification/set', { accountId, destroy })
      }),
    )

  return {
    all: notices.all,
    load: notices.load,
    dismiss,
    async undo(item) {
      if (item.journalId === null) return false
      const batch = createBatch()
      const call = batch.add('Journal/undo', { ids: [item.journalId], sendSchedulingMessages: false })
      const answer = (await context.jmap.send(batch))?.of(call)
      if (!answer?.ok || !answer.value.undone.some(({ restored }) => restored.length > 0)) return false
      await dismiss([item])
      return true
    },
  }
}

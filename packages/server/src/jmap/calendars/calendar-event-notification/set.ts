import { calendarEventNotificationWireId as wireId } from '@plmail/wire'
import { readCalendarAccount } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { nothingSet, setAnswer, setRequest } from '../../engine/set.ts'
import type { NotificationNeeds } from './get.ts'

/** CalendarEventNotification/set (JMAP Calendars §7.3): they are made by changes of others, and can only be dismissed. */
export function notificationSet({ calendars }: NotificationNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      const request = setRequest(args, caller, [], readCalendarAccount)
      const { account, ifInState } = request
      const outcome = nothingSet()
      for (const [name] of request.create) outcome.notCreated.set(name, { type: 'forbidden' })
      const notifications = await calendars.notifications.list(account.id, null)
      const presentIds = new Set(notifications.map(({ id }) => wireId.encode(id)))
      for (const [id] of request.update)
        outcome.notUpdated.set(id, { type: presentIds.has(id) ? 'forbidden' : 'notFound' })
      const idByText = new Map(request.destroy.map((text) => [text, wireId.decode(text)]))
      const ids = [...idByText.values()].flatMap((id) => id ?? [])
      const done = await calendars.notifications.dismiss(caller.userId, account.id, ids, ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const [text, id] of idByText)
        if (id !== undefined && done.destroyed.has(id)) outcome.destroyed.push(text)
        else outcome.notDestroyed.set(text, { type: 'notFound' })
      return setAnswer(account, done, outcome)
    },
  }
}

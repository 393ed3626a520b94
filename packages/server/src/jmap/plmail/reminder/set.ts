import { type ReminderId, reminderWireId } from '@plmail/wire'
import { readCalendarAccount } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'
import { invalidProperties, nothingSet, setAnswer, type SetError, setRequest } from '../../engine/set.ts'
import type { ReminderNeeds } from './get.ts'

/** Reminder/set: silences and puts off; a reminder is made by its alarm, and forgotten by time. */
export function reminderSet({ reminders }: Pick<ReminderNeeds, 'reminders'>): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      const request = setRequest(args, caller, [], readCalendarAccount)
      const outcome = nothingSet()
      for (const [name] of request.create) outcome.notCreated.set(name, { type: 'forbidden' })
      for (const id of request.destroy) outcome.notDestroyed.set(id, { type: 'forbidden' })
      const snoozes = new Map<ReminderId, Date | undefined>()
      for (const [text, patch] of request.update) {
        const id = reminderWireId.decode(text)
        const read = readSnooze(patch)
        if (id === undefined) outcome.notUpdated.set(text, { type: 'notFound' })
        else if ('type' in read) outcome.notUpdated.set(text, read)
        else snoozes.set(id, read.until)
      }
      const done = await reminders.silence(caller.userId, request.account.id, snoozes, request.ifInState)
      if (done === 'state-mismatch') throw new MethodFailure('stateMismatch')
      for (const id of done.done) outcome.updated.set(reminderWireId.encode(id), null)
      for (const [id, why] of done.refused)
        outcome.notUpdated.set(
          reminderWireId.encode(id),
          why === 'not-found' ? { type: 'notFound' } : invalidProperties(['snoozedUntil']),
        )
      return setAnswer(request.account, done, outcome)
    },
  }
}

function readSnooze(patch: Readonly<Record<string, unknown>>): { until: Date | undefined } | SetError {
  const [name, ...more] = Object.keys(patch)
  if (more.length > 0) return invalidProperties(more)
  if (name === 'state' && patch['state'] === 'acknowledged') return { until: undefined }
  const until = name === 'snoozedUntil' ? Date.parse(String(patch['snoozedUntil'])) : Number.NaN
  return Number.isNaN(until) ? invalidProperties([name ?? 'state']) : { until: new Date(until) }
}

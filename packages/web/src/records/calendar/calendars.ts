import type { CalendarView, ParticipantIdentityView, PatchObject, SetError } from '@plmail/wire'
import { createBatch } from '../../net/index.ts'
import type { CalendarContext } from './calendar-context.ts'
import { oneAtATime } from '../core/one-at-a-time.ts'
import { createTopic } from '../core/topic.ts'

/** A calendar and the account that it lies in. */
export interface ListedCalendar extends CalendarView {
  accountId: string
}

type CalendarSaved = { ok: true } | { ok: false; why: SetError | undefined }

/** The calendars of all accounts. */
export interface CalendarRecords {
  /** Watched. Undefined until the first answer; the personal account's first. */
  all(): readonly ListedCalendar[] | undefined
  get(accountId: string, id: string): ListedCalendar | undefined
  /** Returns the calendar for new events. */
  usual(): ListedCalendar | undefined
  /** Watched. Whether the last question was left without an answer. */
  readonly isUnreachable: boolean
  load(): Promise<void>
  /** Resolves with the first answer. */
  loaded(): Promise<void>
  /** Shown at once; taken back when it is refused. */
  update(calendar: ListedCalendar, patch: PatchObject): Promise<CalendarSaved>
  /** The addresses that make an invitation mine, of an account. */
  identities(accountId: string): Promise<readonly ParticipantIdentityView[]>
}

export function createCalendars(context: CalendarContext): CalendarRecords {
  const topic = createTopic()
  let listed: readonly ListedCalendar[] | undefined
  let isUnreachable = false
  let tellLoaded: () => void = () => undefined
  const isLoaded = new Promise<void>((resolve) => (tellLoaded = resolve))

  async function ask(): Promise<void> {
    const accountIds = await context.accountIds()
    const batch = createBatch()
    const calls = accountIds.map((accountId) => batch.add('Calendar/get', { accountId, ids: null }))
    const answers = calls.length > 0 ? await context.jmap.send(batch) : undefined
    isUnreachable = answers === undefined
    if (answers) {
      // An account without calendars answers that it has no such methods.
      listed = calls.flatMap((call, at) => {
        const answer = answers.of(call)
        return answer.ok
          ? answer.value.list.map((calendar) => ({ ...calendar, accountId: accountIds[at] ?? '' }))
          : []
      })
      tellLoaded()
    }
    topic.touch()
  }

  const load = oneAtATime(ask)

  function lay(changed: ListedCalendar): void {
    listed = listed?.map((calendar) =>
      calendar.accountId === changed.accountId && calendar.id === changed.id ? changed : calendar,
    )
    topic.touch()
  }

  context.listen(() => void load())

  return {
    all() {
      topic.watch()
      return listed
    },
    get: (accountId, id) =>
      listed?.find((calendar) => calendar.accountId === accountId && calendar.id === id),
    usual() {
      topic.watch()
      const writable = listed?.filter(({ myRights }) => myRights.mayWriteAll || myRights.mayWriteOwn)
      return writable?.find(({ isDefault }) => isDefault) ?? writable?.[0]
    },
    get isUnreachable() {
      topic.watch()
      return isUnreachable
    },
    load,
    loaded: () => isLoaded,
    async update(calendar, patch) {
      lay({ ...calendar, ...patch })
      const batch = createBatch()
      const { accountId, id } = calendar
      const call = batch.add('Calendar/set', { accountId, update: { [id]: patch } })
      const answer = (await context.jmap.send(batch))?.of(call)
      const why = answer?.ok ? answer.value.notUpdated?.[id] : undefined
      if (answer?.ok && !why) return { ok: true }
      lay(calendar)
      return { ok: false, why }
    },
    async identities(accountId) {
      const batch = createBatch()
      const call = batch.add('ParticipantIdentity/get', { accountId, ids: null })
      const answer = (await context.jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list : []
    },
  }
}

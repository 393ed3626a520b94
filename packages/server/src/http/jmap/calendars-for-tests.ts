import { type Calendars, createCalendars, type EventIntent } from '../../calendar/index.ts'
import type { MailForTests } from '../../mail/mail-for-tests.ts'

/** The calendar room beside the mail of a test; `told` is what sync heard of. */
export function calendarsFor({ db, changes, clock }: MailForTests, told: EventIntent[] = []): Calendars {
  return createCalendars({
    ...{ database: db.database, changes, clock },
    outbox: { enqueue: async (_, intents) => void told.push(...intents) },
    localeOf: async () => 'de',
  })
}

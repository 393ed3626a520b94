import { type Calendars, createCalendars, type EventIntent } from '../../../../server/src/calendar/index.ts'
import type { MailForTests } from '../../mail/test-mail.ts'

/** The calendar room beside the mail of a test; `told` is what sync heard of. */
export function calendarsFor(room: MailForTests, providerIntents: EventIntent[] = []): Calendars {
  return createCalendars({
    database: room.db.database,
    changes: room.changes,
    clock: room.clock,
    outbox: { enqueue: async (_, intents) => void providerIntents.push(...intents) },
    getLocale: async () => 'de',
    // As `jmapForTests` has it.
    ownAddresses: async () => new Set(['a@example.test']),
  })
}

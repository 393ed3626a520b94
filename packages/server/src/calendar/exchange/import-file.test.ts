import type { JournalId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { createChanges } from '../../changes/index.ts'
import type { Database, Tx } from '../../store/index.ts'
import { createCalendars } from '../create-calendars.ts'
import { clock, meeting, Workbench } from '../../../../server-testing/src/calendar/workbench.ts'

const at = new Workbench()

describe('a calendar file', () => {
  const entry = (number: number, title = `Match ${number}`) =>
    `BEGIN:VEVENT\nUID:m${number}\nSUMMARY:${title}\nDTSTART:20261124T120000Z\nDURATION:PT1H\nEND:VEVENT\n`
  const writeFile = (...entries: string[]) => `BEGIN:VCALENDAR\n${entries.join('')}END:VCALENDAR\n`

  test('of many events is written in a few statements, and once more changes what differs', async () => {
    const work = await at.newCalendar()
    const elsewhere = await at.newCalendar('Elsewhere')
    await at.add(elsewhere, meeting({ uid: 'm1200' }))
    let statements = 0
    const counting = (tx: Tx): Tx => ({
      ...tx,
      query: (text, values) => {
        statements++
        return tx.query(text, values)
      },
    })
    const database: Database = {
      ...at.db.database,
      transaction: (todo) => at.db.database.transaction((tx) => todo(counting(tx))),
    }
    const over = createChanges({ database, clock, listen: async () => async () => {} })
    const { importFile } = createCalendars({
      database,
      changes: over,
      clock,
      getLocale: async () => 'en',
      ownAddresses: async () => new Set<string>(),
      outbox: at.outbox,
    })
    const file = writeFile(
      ...Array.from({ length: 1_200 }, (_, index) => entry(index + 1)),
      'BEGIN:VEVENT\nUID:x\nEND:VEVENT\n',
    )
    at.intents = []
    expect(await importFile(at.user, at.account, work, file)).toEqual({
      added: 1_199,
      updated: 0,
      skipped: 1,
      unreadable: 1,
      tasks: 0,
      journals: 0,
      unreadRules: 0,
    })
    expect(statements).toBeLessThan(20)
    expect(at.intents).toHaveLength(1_199)
    expect(
      await importFile(at.user, at.account, work, writeFile(entry(1), entry(2, 'Final'), entry(1_201))),
    ).toMatchObject({ added: 1, skipped: 0 })
    expect(await at.within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toContain(
      'Final 2026-11-24T12:00',
    )
    const [last] = await at.db.database.query<{ id: JournalId }>(
      `select max(id) as id from journal where account_id = $1 and verb = 'import-calendar'`,
      [at.account],
    )
    await at.calendars.undo(at.user, last!.id)
    const titles = await at.within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')
    expect([titles.length, titles.includes('Final 2026-11-24T12:00')]).toEqual([1_199, false])
    const renamed = writeFile(
      ...Array.from({ length: 1_199 }, (_, index) => entry(index + 1, `Again ${index}`)),
    )
    statements = 0
    at.intents = []
    expect(await importFile(at.user, at.account, work, renamed)).toMatchObject({
      added: 0,
      updated: 1_199,
      skipped: 0,
    })
    expect([statements < 20, at.intents.length]).toEqual([true, 1_199])
    expect(await at.within([work], '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')).toContain(
      'Again 1198 2026-11-24T12:00',
    )
  })
})

import type { EventObject } from '@plmail/calendar-format'
import { usualFields } from '../calendars/usual-fields.ts'
import { type CalendarId, type MessageId, ProviderName } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import {
  InvitationBench,
  weekly,
} from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'
import { meetingMail } from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'

const bench = new InvitationBench()
const bySync = { actor: { kind: 'provider' as const }, verb: 'sync' }
const elevenMinutes = '11 minutes'

/** The mailbox has a calendar that its provider keeps. */
async function providedBy(provider: ProviderName): Promise<CalendarId> {
  const { parts } = bench
  parts.accounts[0] = { ...parts.accounts[0]!, provider }
  const { result } = await parts.room.changes.write(parts.account.id, bySync, (change) =>
    parts.calendars.provided.putCalendar(change, {
      id: undefined,
      isReadOnly: false,
      isDefault: true,
      fields: {
        name: 'G',
        ...usualFields,
      },
    }),
  )
  return result
}

const accept = (id: MessageId) =>
  bench.parts.invitations.answer(bench.parts.user, bench.parts.account.id, id, {
    status: 'accepted',
    comment: '',
  })

const arrivedEarlier = (interval: string) =>
  bench.parts.room.db.database.query('update message set received_at = received_at - $1::interval', [
    interval,
  ])

const methodsSent = async () => (await bench.parts.sent()).map(({ text }) => /^METHOD:(\w+)/m.exec(text)?.[1])

describe('an invitation to a mailbox whose provider keeps calendars', () => {
  test('is the provider’s business', async () => {
    await providedBy(ProviderName.google)
    const authentication = 'Authentication-Results: mx.google.com; dmarc=pass'
    const message = meetingMail('REQUEST', weekly())
    const id = await bench.parts.receive({
      ...message,
      headers: [authentication, ...message.headers!.slice(1)],
    })
    expect(await bench.events()).toEqual([])
    expect(await accept(id)).toEqual({ ok: false, why: 'not-there-yet' })
    expect(await methodsSent()).toEqual([])
  })

  test.each(['is removed', 'is kept as cancelled'])(
    'that was called off takes no answer any more where its event %s',
    async (how) => {
      const calendarId = await providedBy(ProviderName.google)
      const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
      await arrivedEarlier(elevenMinutes)
      expect(await bench.view(id)).toMatchObject({ mayAnswer: true })
      if (how === 'is removed')
        await bench.parts.receive(meetingMail('CANCEL', weekly(1, '20260302T090000Z')))
      else
        await bench.parts.room.changes.write(bench.parts.account.id, bySync, async (change) => {
          const { event } = await bench.view(id)
          const off = { ...event, status: 'cancelled', sequence: 1 }
          return bench.parts.calendars.provided.put(change, [
            { id: undefined, calendarId, event: off, source: 'provider' },
          ])
        })
      expect(await bench.view(id)).toMatchObject({ standing: 'cancelled', mayAnswer: false })
      expect(await accept(id)).toEqual({ ok: false, why: 'not-now' })
    },
  )

  test('that Google never places is put into its calendar with the answer, and answered by one message', async () => {
    const calendarId = await providedBy(ProviderName.google)
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await arrivedEarlier(elevenMinutes)
    bench.parts.intents.length = 0
    expect(await accept(id)).toMatchObject({
      ok: true,
      invitation: { me: { status: 'accepted' }, kept: { accountId: bench.parts.account.id, calendarId } },
    })
    expect(bench.parts.intents).toMatchObject([
      { calendarId, before: undefined, after: { uid: 'm1@corp.test' } },
    ])
    expect(await methodsSent()).toEqual(['REPLY'])
    // From then on Google tells the organizer.
    bench.parts.intents.length = 0
    const decline = { status: 'declined' as const, comment: '' }
    await bench.parts.invitations.answer(bench.parts.user, bench.parts.account.id, id, decline)
    expect(bench.parts.intents).toMatchObject([{ answer: { status: 'declined' } }])
    expect(await methodsSent()).toEqual([])
  })

  test('is answered at once where the calendars were read after it came', async () => {
    await providedBy(ProviderName.google)
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await arrivedEarlier('5 seconds')
    bench.parts.calendarsReadAt = new Date(bench.parts.room.clock.now().getTime() - 60_000)
    expect(await accept(id)).toMatchObject({ ok: false })
    bench.parts.calendarsReadAt = bench.parts.room.clock.now()
    expect(await accept(id)).toMatchObject({ ok: true })
    expect(await methodsSent()).toEqual(['REPLY'])
  })

  test('to another of the user’s addresses is kept in their own calendar', async () => {
    await providedBy(ProviderName.google)
    const alias = 'alias@example.test'
    bench.parts.accounts.push({ id: bench.parts.personal, address: alias, name: 'Me' })
    const lines = weekly().map((line) => line.replace('me@example.test', alias))
    const id = await bench.parts.receive(meetingMail('REQUEST', lines))
    await arrivedEarlier(elevenMinutes)
    expect(await accept(id)).toMatchObject({ invitation: { kept: { accountId: bench.parts.personal } } })
    bench.parts.accounts.length = 1
  })

  test('that Exchange never places is answered by mail, and is one with what it places late', async () => {
    const calendarId = await providedBy(ProviderName.microsoft)
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await arrivedEarlier(elevenMinutes)
    expect(await accept(id)).toMatchObject({
      ok: true,
      invitation: {
        isProvided: false,
        me: { status: 'accepted' },
        kept: { accountId: bench.parts.personal },
      },
    })
    expect(await methodsSent()).toEqual(['REPLY'])
    await bench.parts.calendars.replaceStandIns(bench.parts.user, bench.parts.account.id)
    const standIn = await bench.onlyEvent()
    const mine = Object.entries(standIn['participants'] as Record<string, EventObject>).map(
      ([name, person]) => [name, { ...person, participationStatus: 'needs-action' }] as const,
    )
    const event = { ...standIn, participants: Object.fromEntries(mine) }
    await bench.parts.room.changes.write(bench.parts.account.id, bySync, (change) =>
      bench.parts.calendars.provided.put(change, [{ id: undefined, calendarId, event, source: 'provider' }]),
    )
    bench.parts.intents.length = 0
    await bench.parts.calendars.replaceStandIns(bench.parts.user, bench.parts.account.id)
    await bench.parts.calendars.replaceStandIns(bench.parts.user, bench.parts.account.id)
    const left = await bench.parts.room.db.database.query(
      'select account_id as "accountId" from calendar_event',
    )
    expect(left).toEqual([{ accountId: bench.parts.account.id }])
    expect(bench.parts.intents.flatMap(({ answer }) => answer?.status ?? [])).toEqual(['accepted'])
    expect(await methodsSent()).toEqual([])
  })
})

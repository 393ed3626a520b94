import { describe, expect, test } from 'vitest'
import {
  InvitationBench,
  changedOccurrence,
  weekly,
} from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'
import { me, meetingMail } from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'
import { participantAt } from './participants.ts'

const bench = new InvitationBench()

describe('an answer', () => {
  const answer = (
    id: Parameters<typeof bench.view>[0],
    status: 'accepted' | 'declined' | 'needs-action',
    comment = '',
  ) => bench.parts.invitations.answer(bench.parts.user, bench.parts.account.id, id, { status, comment })

  test('is kept at once and goes to the organizer by one message', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly(3)))
    expect(await answer(id, 'accepted', 'Gladly, all of it')).toMatchObject({
      ok: true,
      invitation: { me: { status: 'accepted', comment: 'Gladly, all of it' } },
    })
    const [reply, ...more] = await bench.parts.sent()
    expect(more).toEqual([])
    expect(reply!.to).toEqual(['boss@corp.test'])
    expect(reply!.text).toMatch(/^In-Reply-To: <invitation@corp\.test>/m)
    expect(reply!.text).toMatch(/^Content-Type: text\/calendar;[^]*method=REPLY/m)
    expect(reply!.text).toMatch(/^SEQUENCE:3/m)
    expect(reply!.text).toMatch(/PARTSTAT=ACCEPTED:mailto:me@example\.test/)
    expect(reply!.text).toMatch(/COMMENT:Gladly\\, all of it/)
    expect(reply!.text).not.toMatch(/ann@corp/)
    expect(await bench.parts.sent()).toEqual([])
  })

  test('that is taken back in time tells nobody', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    await answer(id, 'declined')
    await answer(id, 'needs-action')
    expect(await bench.parts.sent()).toEqual([])
    expect((await bench.view(id)).me).toMatchObject({ status: 'needs-action' })
  })

  test('puts what was not in the calendar there, because the user decided', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly(), { proof: 'none' }))
    expect(await bench.events()).toEqual([])
    await answer(id, 'accepted')
    expect(participantAt(await bench.onlyEvent(), me)![1]).toMatchObject({ participationStatus: 'accepted' })
    expect((await bench.parts.sent()).length).toBe(1)
  })

  test('to one date has its recurrence id', async () => {
    await bench.parts.receive(meetingMail('REQUEST', weekly()))
    const id = await bench.parts.receive(
      meetingMail('REQUEST', changedOccurrence(1, ['DTSTART;TZID=Europe/Berlin:20260310T140000'])),
    )
    await answer(id, 'declined')
    const [reply, ...more] = await bench.parts.sent()
    expect(more).toEqual([])
    expect(reply!.text).toMatch(/RECURRENCE-ID;TZID=Europe\/Berlin:20260309T090000/)
    expect(participantAt(await bench.onlyEvent(), me)![1]).toMatchObject({
      participationStatus: 'needs-action',
    })
  })

  test('to a forgery of a meeting that is kept leaves the meeting as it is', async () => {
    await bench.parts.receive(meetingMail('REQUEST', weekly()))
    const forged = weekly(9).map((line) => line.replace('T090000', 'T230000'))
    const id = await bench.parts.receive(meetingMail('REQUEST', forged, { from: 'eve@evil.test' }))
    await answer(id, 'accepted')
    expect(await bench.onlyEvent()).toMatchObject({ start: '2026-03-02T09:00:00', sequence: 0 })
    expect((await bench.parts.sent()).map(({ to }) => to)).toEqual([['boss@corp.test']])
  })

  test('can be another time, which is only proposed', async () => {
    const id = await bench.parts.receive(meetingMail('REQUEST', weekly()))
    const before = await bench.onlyEvent()
    const proposed = { start: '2026-03-02T15:00:00', duration: 'PT1H', comment: 'Later?' }
    await bench.parts.invitations.propose(bench.parts.user, bench.parts.account.id, id, proposed)
    const [counter] = await bench.parts.sent()
    expect(counter!.text).toMatch(/METHOD:COUNTER[^]*DTSTART;TZID=Europe\/Berlin:20260302T150000/)
    expect(await bench.onlyEvent()).toEqual(before)
  })
})

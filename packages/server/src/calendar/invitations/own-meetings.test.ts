import type { EventObject } from '@plmail/calendar-format'
import { describe, expect, test } from 'vitest'
import { InvitationBench } from '../../../../server-testing/src/calendar/invitations/invitation-bench.ts'
import { me, meetingMail } from '../../../../server-testing/src/calendar/invitations/test-invitations.ts'
import { participantAt } from './participants.ts'

const bench = new InvitationBench()

describe('a meeting of my own', () => {
  const mine: EventObject = {
    '@type': 'Event',
    uid: 'm1@corp.test',
    title: 'Standup',
    start: '2026-03-02T09:00:00',
    duration: 'PT30M',
    timeZone: 'Europe/Berlin',
    organizerCalendarAddress: `mailto:${me}`,
    participants: {
      me: { calendarAddress: `mailto:${me}`, roles: { owner: true } },
      ann: { calendarAddress: 'mailto:ann@corp.test', roles: { attendee: true } },
    },
  }
  const set = (request: object) =>
    bench.parts.calendars.events.set(bench.parts.user, bench.parts.personal, {
      create: [],
      update: new Map(),
      destroy: [],
      notify: true,
      ...request,
    })
  const host = async () => {
    const calendar = await bench.parts.calendars.own(bench.parts.user)
    await set({ create: [{ calendarId: calendar.id, event: mine, source: 'user' }] })
    return (await bench.events())[0]!.id
  }
  const told = async () =>
    (await bench.parts.sent()).map(({ to, text }) => {
      const ics = text.slice(text.indexOf('BEGIN:VCALENDAR'))
      const [method, sequence] = [/^METHOD:(\w+)/m, /^SEQUENCE:(\d+)/m].map(
        (regExp) => regExp.exec(ics)?.[1] ?? '0',
      )
      return `${method} ${sequence} ${to.join()}`
    })

  test('is told, changed and called off by mail, each once, with the right number', async () => {
    const id = await host()
    expect(await told()).toEqual(['REQUEST 0 ann@corp.test'])
    await set({ update: new Map([[id, { patch: { title: 'Stand up' } }]]) })
    expect(await told()).toEqual(['REQUEST 0 ann@corp.test'])
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T10:00:00' } }]]) })
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T11:00:00' } }]]) })
    expect(await told()).toEqual(['REQUEST 2 ann@corp.test'])
    await set({
      update: new Map([
        [
          id,
          {
            patch: {
              'participants/cem': { calendarAddress: 'mailto:cem@corp.test', roles: { attendee: true } },
            },
          },
        ],
      ]),
    })
    expect(await told()).toEqual(['REQUEST 2 cem@corp.test'])
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T12:00:00' } }]]), notify: false })
    expect(await told()).toEqual([])
    await set({ destroy: [id] })
    expect(await told()).toEqual(['CANCEL 4 ann@corp.test,cem@corp.test'])
  })

  test('asks again for another time whoever had accepted the old one', async () => {
    const id = await host()
    const accepted = { 'participants/ann/participationStatus': 'accepted' }
    await set({ update: new Map([[id, { patch: accepted }]]), notify: false })
    await bench.parts.sent()
    await set({ update: new Map([[id, { patch: { start: '2026-03-02T10:00:00' } }]]) })
    const [message] = await bench.parts.sent()
    const [ann] = /^ATTENDEE[^\r\n]*(?:\r?\n [^\r\n]*)*ann@corp\.test/m.exec(message!.text) ?? ['']
    expect(ann.replace(/\r?\n /g, '')).toMatch(/RSVP=TRUE/)
    expect(ann.replace(/\r?\n /g, '')).not.toMatch(/ACCEPTED/)
  })

  test('hears answers, and shows proposals until one is taken', async () => {
    await host()
    await bench.parts.sent()
    const person = (status: string) => [
      'DTSTAMP:20260301T100000Z',
      'SEQUENCE:0',
      `ORGANIZER:mailto:${me}`,
      `ATTENDEE;PARTSTAT=${status}:mailto:ann@corp.test`,
    ]
    const when = ['DTSTART;TZID=Europe/Berlin:20260302T090000', 'DURATION:PT30M']
    const ann = { from: 'ann@corp.test', proof: 'none' }
    const status = async () =>
      participantAt(await bench.onlyEvent(), 'ann@corp.test')![1]['participationStatus']
    await bench.parts.receive(
      meetingMail('REPLY', [...person('ACCEPTED'), ...when], { ...ann, from: 'eve@evil.test' }),
    )
    expect(await status()).not.toBe('accepted')
    await bench.parts.receive(meetingMail('REPLY', [...person('ACCEPTED'), ...when], ann))
    expect(await status()).toBe('accepted')
    const later = ['DTSTART;TZID=Europe/Berlin:20260302T160000', 'DURATION:PT30M']
    const id = await bench.parts.receive(meetingMail('COUNTER', [...person('TENTATIVE'), ...later], ann))
    expect(await bench.onlyEvent()).toMatchObject({ start: '2026-03-02T09:00:00' })
    expect(await bench.view(id)).toMatchObject({ method: 'counter', standing: 'waiting', mayApply: true })
    expect(await told()).toEqual([])
    await bench.parts.invitations.apply(bench.parts.user, bench.parts.account.id, id)
    expect(await bench.onlyEvent()).toMatchObject({ start: '2026-03-02T16:00:00' })
    expect(await told()).toEqual(['REQUEST 1 ann@corp.test'])
  })
})

import { expect, test } from 'vitest'
import { availability } from './availability.ts'
import { wallOf } from './wall-time.ts'

const period = (from: string, to: string) => ({
  utcStart: `2026-11-25T${from}:00Z`,
  utcEnd: `2026-11-25T${to}:00Z`,
  busyStatus: 'confirmed',
})
const wall = (time: string) => wallOf(`2026-11-25T${time}:00`)

test('the user is one of the people, and the event that is edited keeps nobody from coming to it', async () => {
  const people = [
    { email: 'me@gmail.example', list: [period('09:00', '10:00')], isCaller: true },
    { email: 'ann@else.example', list: [period('12:00', '13:00'), period('15:00', '16:00')] },
    { email: 'bo@else.example', list: null },
  ]
  const value = { list: [period('09:00', '10:00')], people }
  const jmap = { send: async () => ({ of: () => ({ ok: true, value }) }) } as never
  const except = { uid: 'U1', times: [{ from: wall('13:00'), to: wall('14:00') }] }
  const question = { people: people.map(({ email }) => email), except }
  const window = [new Date('2026-11-25T00:00:00Z'), new Date('2026-11-26T00:00:00Z')] as const
  expect(await availability({ jmap }, question, window, 'Europe/Berlin')).toEqual([
    { email: '', busy: [{ from: wall('10:00'), to: wall('11:00') }] },
    { email: 'ann@else.example', busy: [{ from: wall('16:00'), to: wall('17:00') }] },
    { email: 'bo@else.example', busy: undefined },
  ])
})

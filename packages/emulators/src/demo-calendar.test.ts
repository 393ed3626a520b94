import { afterEach, expect, test } from 'vitest'
import { manualClock } from './clock/clock.ts'
import type { Emulators } from './emulators.ts'
import { demoAccounts, startEmulators } from './start.ts'

let emulators: Emulators | undefined
afterEach(() => emulators?.close())

test('the meetings that the demo has mail about are in its calendar as the mail says', async () => {
  const clock = manualClock(new Date('2026-11-23T14:20:00Z'))
  emulators = await startEmulators({ seed: 'demo', clock, clients: [] })
  const nora = emulators.addMicrosoft({ ...demoAccounts.microsoft, profile: 'demo' })
  const { events } = nora.calendars.truth()
  const getFacts = (subject: string) => events.find(({ facts }) => facts['subject'] === subject)?.facts
  for (const title of ['Reading room: the sill, for real', 'Market hall: questions to the jury'])
    expect(getFacts(title)).toMatchObject({ responseStatus: { response: 'notResponded' } })
  expect(getFacts('Walk over the slab')).toMatchObject({ isCancelled: true })
  expect(getFacts('Committee drawings: last look')?.['attendees']).toContainEqual(
    expect.objectContaining({
      emailAddress: expect.objectContaining({ name: 'Yuki Tanaka' }),
      status: expect.objectContaining({ response: 'accepted' }),
    }),
  )
})

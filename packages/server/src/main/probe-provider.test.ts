import type { AccountId } from '@plmail/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { calendarRefusal } from '../../../emulators/src/google/calendar/refusals.ts'
import { gmailRefusal } from '../../../emulators/src/google/gmail/samples.ts'
import type { Fault } from '../../../emulators/src/faults/faults.ts'
import type { Grants } from '../accounts/index.ts'
import { type GoogleForTests, googleForTests } from '../providers/google/google-for-tests.ts'
import { probeProviderOver } from './probe-provider.ts'
import { endpointsOf } from './provider-sign-in.ts'

const email = 'ada@example.test'

let emulated: GoogleForTests
beforeEach(async () => {
  emulated = await googleForTests('probe')
  emulated.google.addAccount(email)
})
afterEach(() => emulated[Symbol.asyncDispose]())

async function outcomes() {
  const { tokens } = await emulated.needs(email)
  const { clock } = emulated.world
  const accessToken: Grants['accessToken'] = async () => ({
    ok: true,
    token: await tokens(),
    expiresAt: clock.now(),
    scopes: [],
  })
  const probe = probeProviderOver({
    endpoints: endpointsOf({ providerEndpoints: { google: { ...emulated.endpoints }, microsoft: {} } }),
    fetch,
    clock,
    accounts: {
      grants: { accessToken } as Grants,
      providers: {
        inForce: async () => ({
          client: undefined,
          topic: undefined,
          pushToken: undefined,
          pushIdentity: undefined,
        }),
      },
    },
  })
  const steps = await probe('provA', 1 as AccountId)
  return Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))
}

test('APIs that answer are enabled', async () => {
  expect(await outcomes()).toEqual({ 'mail-api': 'works', 'calendar-api': 'works' })
})

test('each API that nobody enabled is told by itself', async () => {
  const { faults, clock } = emulated.world
  faults.arm({ operation: 'gmail.users.getProfile', fault: gmailRefusal('api-disabled', clock.now()) })
  expect(await outcomes()).toEqual({ 'mail-api': 'wrong', 'calendar-api': 'works' })
  faults.clear()
  faults.arm({ operation: 'calendar.calendarList.list', fault: calendarRefusal('api-disabled') })
  expect(await outcomes()).toEqual({ 'mail-api': 'works', 'calendar-api': 'wrong' })
})

test('an API that is down proves nothing', async () => {
  emulated.world.faults.arm({ operation: 'gmail.users.getProfile', fault: { kind: 'status', status: 503 } })
  expect(await outcomes()).toEqual({ 'mail-api': 'unknown', 'calendar-api': 'works' })
})

test('a box that was left unticked proves nothing of the API', async () => {
  emulated.world.faults.arm({ operation: 'calendar.calendarList.list', fault: ungranted })
  expect(await outcomes()).toEqual({ 'mail-api': 'works', 'calendar-api': 'unknown' })
})

const ungranted: Fault = {
  kind: 'status',
  status: 403,
  body: {
    error: { code: 403, message: 'Insufficient Permission', errors: [{ reason: 'insufficientPermissions' }] },
  },
}

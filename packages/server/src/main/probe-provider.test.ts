import { type AccountId, ProviderName } from '@plmail/wire'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { calendarRefusal } from '../../../emulators/src/google/calendar/refusals.ts'
import { gmailRefusal } from '../../../emulators/src/google/gmail/samples.ts'
import type { Fault } from '../../../emulators/src/faults/faults.ts'
import type { CodedStep, Grants } from '../accounts/index.ts'
import {
  type GoogleForTests,
  googleForTests,
} from '../../../server-testing/src/providers/google/test-google.ts'
import {
  type MicrosoftForTests,
  microsoftForTests,
} from '../../../server-testing/src/providers/microsoft/test-microsoft.ts'
import { probeProviderOver } from './probe-provider.ts'
import { waysWith } from '../../../server-testing/src/egress/test-network.ts'
import { chooseEndpoints } from './provider-sign-in.ts'

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
    endpoints: chooseEndpoints({ providerEndpoints: { google: { ...emulated.endpoints }, microsoft: {} } }),
    ways: waysWith(fetch),
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
  return getOutcomes(await probe(ProviderName.google, 1 as AccountId))
}

const getOutcomes = (steps: readonly CodedStep[]) =>
  Object.fromEntries(steps.map(({ step, outcome }) => [step, outcome]))

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

describe('APIs of Microsoft', () => {
  let graph: MicrosoftForTests
  beforeEach(async () => {
    graph = await microsoftForTests('probe')
    graph.microsoft.addAccount(email)
  })
  afterEach(() => graph[Symbol.asyncDispose]())

  const steps = async () => {
    const { tokens } = await graph.needs(email)
    const token = await tokens()
    const accessToken: Grants['accessToken'] = async () => ({
      ok: true,
      token,
      expiresAt: graph.world.clock.now(),
      scopes: [],
    })
    const { endpoints } = graph
    const probe = probeProviderOver({
      endpoints: chooseEndpoints({ providerEndpoints: { google: {}, microsoft: { ...endpoints } } }),
      ways: waysWith(fetch),
      clock: graph.world.clock,
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
    return probe(ProviderName.microsoft, 1 as AccountId)
  }
  const refused = (operation: string, status: number, code: string) =>
    graph.world.faults.arm({
      operation,
      times: 20,
      fault: { kind: 'status', status, body: { error: { code, message: 'Access is denied.' } } },
    })

  test('that answer are permitted', async () => {
    expect(getOutcomes(await steps())).toEqual({ 'mail-api': 'works', 'calendar-api': 'works' })
  })

  test('that lack a permission are told each by itself, with what Microsoft said', async () => {
    refused('graph.calendars.list', 403, 'ErrorAccessDenied')
    const codedSteps = await steps()
    expect(getOutcomes(codedSteps)).toEqual({ 'mail-api': 'works', 'calendar-api': 'wrong' })
    expect(codedSteps.at(-1)?.sentence).toEqual({
      problem: 'registration/microsoft-refuses',
      part: 'calendars',
      serverText: expect.stringContaining('Access is denied') as string,
    })
    graph.world.faults.clear()
    refused('graph.mailFolders.get', 403, 'ErrorAccessDenied')
    expect(getOutcomes(await steps())).toEqual({ 'mail-api': 'wrong', 'calendar-api': 'works' })
  })

  test('that are down prove nothing', async () => {
    refused('graph.calendars.list', 503, 'serviceNotAvailable')
    expect(getOutcomes(await steps())).toEqual({ 'mail-api': 'works', 'calendar-api': 'unknown' })
  })
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type GoogleForTests,
  googleForTests,
} from '../../../../server-testing/src/providers/google/test-google.ts'
import { createGoogleOAuth } from './grant.ts'
import { createGoogleVacation } from './vacation.ts'
import { vacationScope } from './vacation-scope.ts'

const ada = 'ada@example.test'
let emulated: GoogleForTests
beforeEach(async () => {
  emulated = await googleForTests('vacation')
  emulated.google.addAccount(ada)
})
afterEach(async () => {
  const problems = emulated.world.requests.problems()
  await emulated[Symbol.asyncDispose]()
  if (problems.length > 0) throw new Error(problems.join('\n'))
})

const from = new Date('2026-12-20T08:00:00Z')
const to = new Date('2027-01-06T22:30:00Z')

test('Gmail keeps the subject and the dates, one alone as well, also while it is switched off', async () => {
  const vacation = createGoogleVacation(await emulated.needs(ada, vacationScope))
  expect(await vacation.read()).toEqual({ isEnabled: false, period: null, subject: null, html: null })
  const away = { isEnabled: true, period: { from, to }, subject: 'Away', html: '<p>Back in January</p>' }
  await vacation.write(away)
  expect(await vacation.read()).toEqual(away)
  const later = { isEnabled: false, period: { from: null, to }, subject: null, html: '<p>Back</p>' }
  await vacation.write(later)
  expect(await vacation.read()).toEqual(later)
})

test('Gmail refuses to set it with the permission for mail alone', async () => {
  const vacation = createGoogleVacation(await emulated.needs(ada))
  expect(await vacation.read()).toMatchObject({ isEnabled: false })
  const response = { isEnabled: true, period: null, subject: null, html: 'Away' }
  await expect(vacation.write(response)).rejects.toMatchObject({ kind: 'expired-grant' })
})

test('The permission for it is asked for only where somebody wants it', async () => {
  const oauth = createGoogleOAuth({ endpoints: emulated.endpoints, fetch, clock: { now: () => from } })
  const request = { redirectUri: 'https://mail.example/cb', state: 's', nonce: 'n', verifier: 'v'.repeat(43) }
  const readScopes = async (extra: { extra?: 'vacation' }) => {
    const url = await oauth.authorizationUrl({ id: 'c', secret: 's' }, { ...request, ...extra })
    return new URL(url).searchParams.get('scope')?.split(' ') ?? []
  }
  expect(await readScopes({})).not.toContain(vacationScope)
  expect(await readScopes({ extra: 'vacation' })).toContain(vacationScope)
})

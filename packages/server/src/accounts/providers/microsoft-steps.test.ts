import { ProviderName } from '@plmail/wire'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { atConsentPage } from '../../../../server-testing/src/providers/at-consent-page.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import {
  emulatedMicrosoft,
  type EmulatedMicrosoft,
} from '../../../../server-testing/src/providers/microsoft/emulated-microsoft.ts'
import { createMicrosoftOAuth } from '../../providers/microsoft/grant.ts'
import { testAccounts, unreachable, userWith } from '../../../../server-testing/src/accounts/test-accounts.ts'
import { publicAddress } from '../../../../server-testing/src/accounts/test-grants.ts'
import type { Asking } from '../index.ts'

const bea = 'bea@contoso.example'
const hourMs = 3_600_000

let db: TestDatabase
let emulated: EmulatedMicrosoft
let anna: Asking
beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db[Symbol.asyncDispose]())
let users = 0
beforeEach(async () => {
  await db.database.query('delete from mail_account')
  await db.database.query('delete from sign_in_outcome')
  emulated = await emulatedMicrosoft(`${publicAddress}/oauth/provB/callback`)
  emulated.microsoft.addAccount(bea)
  const userId = await userWith(db.database, `stepping${++users}@plmail.example`)
  anna = { userId, session: Buffer.from(`session of ${userId}`) }
})
afterEach(() => emulated[Symbol.asyncDispose]())

/** The accounts of an installation that is registered as the client that is given. */
function accountsAs(client = emulated.client) {
  const clock = { now: () => emulated.world.clock.now(), advance: () => {} }
  const { endpoints } = emulated
  const microsoft = createMicrosoftOAuth({ endpoints, clock, fetch: (url, init) => fetch(url, init) })
  const variables = { clientId: client.id, clientSecret: client.secret }
  return testAccounts(db.database, {
    oauth: () => ({ [ProviderName.google]: unreachable, [ProviderName.microsoft]: microsoft }),
    clock,
    publicAddress,
    environment: { [ProviderName.google]: {}, [ProviderName.microsoft]: variables },
  }).accounts
}

async function step(name: string, accounts = accountsAs()) {
  return (await accounts.providers.check(ProviderName.microsoft)).find((checked) => checked.step === name)
}

async function signIn(decision = 'accept', accounts = accountsAs()) {
  await emulated.world.clock.advance(1_000)
  const begun = await accounts.grants.begin(anna, ProviderName.microsoft)
  if (begun.kind !== 'go') throw new Error(begun.kind)
  const url = new URL(begun.url)
  const form = { ...Object.fromEntries(url.searchParams), email: bea, decision }
  const back = await atConsentPage(url.origin + url.pathname, form)
  return accounts.grants.complete(anna, ProviderName.microsoft, back.searchParams)
}

async function connected() {
  const done = await signIn()
  if (done.kind !== 'connected' && done.kind !== 'reconnected') throw new Error(JSON.stringify(done))
  return done.accountId
}

const saying = (outcome: string, problem: string, serverText?: RegExp) => ({
  outcome,
  sentence: { problem, ...(serverText && { serverText: expect.stringMatching(serverText) as string }) },
})

describe('the redirect URI of the registration at Microsoft', () => {
  test('works once a sign-in has come back to it, and is wrong when Microsoft shows AADSTS50011', async () => {
    expect(await step('redirect-uri')).toMatchObject({ outcome: 'unknown' })
    await connected()
    expect(await step('redirect-uri')).toMatchObject({ outcome: 'works' })
    emulated.redirectUris.length = 0
    expect(await step('redirect-uri')).toMatchObject(saying('wrong', 'oauth/redirect-uri-unknown'))
  })

  test('is not proven by a sign-in of another registration', async () => {
    await connected()
    expect(await step('redirect-uri', accountsAs(emulated.narrowClient))).not.toMatchObject({
      outcome: 'works',
    })
  })
})

describe('the permissions of the registration at Microsoft', () => {
  test('wait for an administrator who has to approve (AADSTS90094), and work once he has', async () => {
    emulated.microsoft.grants.needAdminConsent(bea, true)
    expect(await signIn('return')).toMatchObject({ kind: 'told' })
    expect(await step('permissions')).toMatchObject(
      saying('wrong', 'registration/organisation-blocks', /AADSTS90094/),
    )
    emulated.microsoft.grants.needAdminConsent(bea, false)
    await connected()
    expect(await step('permissions')).toMatchObject({ outcome: 'works' })
  })

  test('are wrong when one was taken back (AADSTS65001), and work after another sign-in', async () => {
    const accounts = accountsAs()
    const id = await connected()
    emulated.microsoft.grants.untick(bea, 'Mail.Send')
    await emulated.world.clock.advance(2 * hourMs)
    expect(await accounts.grants.accessToken(id)).toMatchObject({ ok: false })
    expect(await step('permissions')).toMatchObject(
      saying('wrong', 'registration/permission-lost', /AADSTS65001/),
    )
    await connected()
    expect(await step('permissions')).toMatchObject({ outcome: 'works' })
  })

  test('are wrong when the registration lists none of them (AADSTS650057), and work once it does', async () => {
    const { id } = emulated.client
    emulated.microsoft.grants.unlistPermissions(id, true)
    expect(await signIn()).toMatchObject({
      kind: 'told',
      advice: { problem: 'oauth/advice-for-administrator' },
    })
    expect(await step('permissions')).toMatchObject({
      outcome: 'wrong',
      sentence: {
        problem: 'registration/add-permissions',
        failure: {
          problem: 'oauth/registration-lacks-permissions',
          serverText: expect.stringContaining('AADSTS650057') as string,
        },
      },
    })
    emulated.microsoft.grants.unlistPermissions(id, false)
    await connected()
    expect(await step('permissions')).toMatchObject({ outcome: 'works' })
  })

  test('say what Conditional Access said instead of asking for an approval that would not help', async () => {
    const accounts = accountsAs()
    const id = await connected()
    emulated.microsoft.grants.require(bea, 'conditional-access')
    await emulated.world.clock.advance(2 * hourMs)
    await accounts.grants.accessToken(id)
    expect(await step('permissions')).toMatchObject(
      saying('wrong', 'registration/organisation-blocks', /AADSTS53003/),
    )
  })

  test('are judged by the newest sign-in that tells of them, not by somebody who changed his mind', async () => {
    await connected()
    expect(await signIn('cancel')).toMatchObject({ kind: 'told' })
    expect(await step('permissions')).toMatchObject({ outcome: 'works' })
  })
})

describe('the client of the registration at Microsoft', () => {
  test.each([
    [
      'a client ID that it does not know (AADSTS700016)',
      { id: '00000000-0000-4000-8000-000000000000' },
      'oauth/client-unknown',
      undefined,
    ],
    [
      'a secret that is not its own (AADSTS7000215)',
      { secret: 'nonsense' },
      'oauth/client-secret-refused',
      /AADSTS7000215/,
    ],
  ])('is wrong with %s, and works with its own', async (_name, otherwise, problem, serverText) => {
    expect(await step('client', accountsAs({ ...emulated.client, ...otherwise }))).toMatchObject(
      saying('wrong', problem, serverText),
    )
    expect(await step('client')).toMatchObject({ outcome: 'works' })
  })
})

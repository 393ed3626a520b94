import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createAuthenticator, enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { ada, bob, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { type TestDatabase, testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { FixedClock } from '../../kit/clock.ts'
import type { People, User } from '../index.ts'

const minute = 60_000
const keys = testKeys()

let db: TestDatabase
let people: People
let clock: FixedClock
let user: User
/** The one that asks for all of it. */
let session: Buffer
beforeEach(async () => {
  db = await testDatabase()
  ;({ people, clock } = testPeople(db.database, keys))
  user = await made(ada)
  session = (await people.sessions.open(user.id, visitor)).session.digest
})
afterEach(() => db[Symbol.asyncDispose]())

async function made(form: typeof ada): Promise<User> {
  const created = await people.users.create(form, { isAdmin: false })
  if (!created.ok) throw new Error(JSON.stringify(created.problems))
  return created.user
}

const row = async () => {
  const [stored] = await db.database.query<{
    secret: string | null
    confirmed: Date | null
    codes: string[]
  }>(
    'select totp_secret as secret, totp_confirmed_at as confirmed, backup_codes as codes from app_user where id = $1',
    [user.id],
  )
  return stored!
}
const verdict = async (code: string, on = people) => {
  const checked = await on.secondFactor.check(user.id, code)
  return checked.ok ? 'ok' : checked.why
}
const wrong = '000000'

describe('enrolment', () => {
  test('is over fifteen minutes after the secret was shown', async () => {
    const early = createAuthenticator((await people.secondFactor.enrol(user.id))!, clock)
    clock.advance(15 * minute)
    expect(await people.secondFactor.confirm(user.id, early.code(), session)).toEqual({
      ok: false,
      why: 'no-enrolment',
    })
    const timely = createAuthenticator((await people.secondFactor.enrol(user.id))!, clock)
    clock.advance(15 * minute - 1)
    expect(await people.secondFactor.confirm(user.id, timely.code(), session)).toMatchObject({ ok: true })
  })

  test('counts once it is confirmed, and locks nobody out before', async () => {
    const secret = (await people.secondFactor.enrol(user.id))!
    expect(await people.secondFactor.state(user.id)).toEqual({
      isOn: false,
      appSince: null,
      hasPasskeys: false,
      recoveryCodesLeft: 0,
    })
    expect(await verdict(createAuthenticator(secret, clock).code())).toBe('off')
    const confirmed = await people.secondFactor.confirm(
      user.id,
      createAuthenticator(secret, clock).code(),
      session,
    )
    expect(confirmed).toMatchObject({ ok: true })
    expect(await people.secondFactor.state(user.id)).toEqual({
      isOn: true,
      appSince: clock.now(),
      hasPasskeys: false,
      recoveryCodesLeft: 8,
    })
  })

  test('keeps the secret under encryption and nothing but digests of the recovery codes', async () => {
    const { recoveryCodes } = await enrol(people, clock, user.id)
    expect(recoveryCodes).toHaveLength(8)
    expect(new Set(recoveryCodes).size).toBe(8)
    for (const code of recoveryCodes) expect(code).toMatch(/^([0-9a-f]{4}-){3}[0-9a-f]{4}$/)
    const { secret, codes } = await row()
    expect(secret).toMatch(/^enc:v1:/)
    const digest = (code: string) => createHash('sha256').update(code.replaceAll('-', '')).digest('hex')
    expect(codes).toEqual(recoveryCodes.map(digest))
  })

  test('begun anew replaces a secret that was never confirmed, whose codes are wrong from then on', async () => {
    const [first, second] = [
      (await people.secondFactor.enrol(user.id))!,
      (await people.secondFactor.enrol(user.id))!,
    ]
    const confirm = (secret: string) =>
      people.secondFactor.confirm(user.id, createAuthenticator(secret, clock).code(), session)
    expect(await confirm(first)).toMatchObject({ ok: false, why: 'wrong' })
    expect(await confirm(second)).toMatchObject({ ok: true })
  })

  test('in two tabs at once confirms no secret but the one whose code was given', async () => {
    for (let round = 0; round < 5; round++) {
      const shown = (await people.secondFactor.enrol(user.id))!
      const [confirmed, laterSecret] = await Promise.all([
        people.secondFactor.confirm(user.id, createAuthenticator(shown, clock).code(), session),
        people.secondFactor.enrol(user.id),
      ])
      clock.advance(minute)
      const { isOn } = await people.secondFactor.state(user.id)
      // Whichever came first: with the second factor on, the app that was confirmed is the one that works.
      const outcome = [
        confirmed.ok,
        laterSecret === undefined,
        await verdict(createAuthenticator(shown, clock).code()),
      ]
      expect(outcome).toEqual(isOn ? [true, true, 'ok'] : [false, false, 'off'])
      await people.secondFactor.switchOff(user.id)
    }
  })

  test('is not begun while the second factor is on', async () => {
    const { app } = await enrol(people, clock, user.id, session)
    expect(await people.secondFactor.enrol(user.id)).toBeUndefined()
    expect(await people.secondFactor.confirm(user.id, app.code(), session)).toEqual({
      ok: false,
      why: 'on',
    })
    clock.advance(minute)
    expect(await verdict(app.code())).toBe('ok')
  })

  test('tells a clock that is off from a wrong code', async () => {
    const app = createAuthenticator((await people.secondFactor.enrol(user.id))!, clock)
    const late = app.code(new Date(clock.now().getTime() - 7 * minute))
    expect(await people.secondFactor.confirm(user.id, late, session)).toEqual({
      ok: false,
      why: 'wrong',
      minutesOff: 7,
    })
    expect(await people.secondFactor.confirm(user.id, 'x', session)).toEqual({ ok: false, why: 'wrong' })
  })

  test('is throttled as the sign-in is: its recovery codes are not for whoever guesses', async () => {
    const app = createAuthenticator((await people.secondFactor.enrol(user.id))!, clock)
    const confirm = (code: string) => people.secondFactor.confirm(user.id, code, session)
    for (let failure = 0; failure < 5; failure++) expect(await confirm(wrong)).toMatchObject({ why: 'wrong' })
    expect(await confirm(app.code())).toMatchObject({ why: 'throttled' })
    clock.advance(15 * minute)
    const anew = createAuthenticator((await people.secondFactor.enrol(user.id))!, clock)
    expect(await confirm(anew.code())).toMatchObject({ ok: true })
  })

  test('that was never begun cannot be confirmed', async () => {
    expect(await people.secondFactor.confirm(user.id, '123456', session)).toEqual({
      ok: false,
      why: 'no-enrolment',
    })
  })

  test('signs out the other browsers, which came in by the password alone', async () => {
    const [ownSession, remoteSession] = [
      await people.sessions.open(user.id, visitor),
      await people.sessions.open(user.id, visitor),
    ]
    await enrol(people, clock, user.id, ownSession.session.digest)
    expect(await people.sessions.find(ownSession.secret, visitor)).toBeDefined()
    expect(await people.sessions.find(remoteSession.secret, visitor)).toBeUndefined()
    expect(await people.sessions.isOpen(remoteSession.session.digest, user.id)).toBe(false)
  })
})

describe('a code', () => {
  test('is accepted once, also by many that present it at the same time in two processes', async () => {
    const { app } = await enrol(people, clock, user.id)
    expect(await verdict(app.code())).toBe('wrong') // the one of the confirmation
    clock.advance(minute)
    const secondProcess = testPeople(db.database, keys, clock).people
    const verdicts = await Promise.all(
      [people, secondProcess, people, secondProcess].map((process) => verdict(app.code(), process)),
    )
    expect(verdicts.toSorted()).toEqual(['ok', 'wrong', 'wrong', 'wrong'])
  })

  test('may be written with spaces', async () => {
    const { app } = await enrol(people, clock, user.id)
    clock.advance(minute)
    expect(await verdict(` ${app.code().slice(0, 3)} ${app.code().slice(3)} `)).toBe('ok')
  })

  test('of another user is wrong', async () => {
    await enrol(people, clock, user.id)
    const bobs = await enrol(people, clock, (await made(bob)).id)
    clock.advance(minute)
    expect(await verdict(bobs.app.code())).toBe('wrong')
    expect(await verdict(bobs.recoveryCodes[0]!)).toBe('wrong')
  })
})

describe('a recovery code', () => {
  test('works once, however it is written, and leaves a list without gaps', async () => {
    const { recoveryCodes } = await enrol(people, clock, user.id)
    const before = (await row()).codes
    expect(await verdict(` ${recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')} `)).toBe('ok')
    expect(await verdict(recoveryCodes[3]!)).toBe('wrong')
    expect((await row()).codes).toEqual(before.toSpliced(3, 1))
    expect((await people.secondFactor.state(user.id)).recoveryCodesLeft).toBe(7)
  })

  test('is good no more once new ones were made', async () => {
    const { recoveryCodes } = await enrol(people, clock, user.id)
    const renewed = (await people.secondFactor.renewRecoveryCodes(user.id))!
    expect(await verdict(recoveryCodes[0]!)).toBe('wrong')
    expect(await verdict(renewed[0]!)).toBe('ok')
  })

  test('of somebody without a second factor cannot be made', async () => {
    expect(await people.secondFactor.renewRecoveryCodes(user.id)).toBeUndefined()
    await people.secondFactor.enrol(user.id)
    expect(await people.secondFactor.renewRecoveryCodes(user.id)).toBeUndefined()
    expect((await row()).codes).toEqual([])
  })
})

describe('the throttle', () => {
  test('closes after five failures, before any check, over processes and a restart', async () => {
    const { app, recoveryCodes } = await enrol(people, clock, user.id)
    const secondProcess = testPeople(db.database, keys, clock).people
    for (const process of [people, secondProcess, people, secondProcess, people])
      expect(await verdict(wrong, process)).toBe('wrong')
    clock.advance(minute)
    const restarted = testPeople(db.database, keys, clock).people
    for (const code of [wrong, app.code(), recoveryCodes[0]!])
      expect(await restarted.secondFactor.check(user.id, code)).toEqual({
        ok: false,
        why: 'throttled',
        retryAt: new Date(clock.now().getTime() + 14 * minute),
      })
    // Refused attempts used nothing up.
    clock.advance(14 * minute)
    expect([await verdict(app.code()), await verdict(recoveryCodes[0]!)]).toEqual(['ok', 'ok'])
  })

  test('lets no more than five of many through that come at the same time', async () => {
    await enrol(people, clock, user.id)
    const secondProcess = testPeople(db.database, keys, clock).people
    const attempts = Array.from({ length: 16 }, (_, at) => verdict(wrong, at % 2 ? people : secondProcess))
    const verdicts = await Promise.all(attempts)
    expect(verdicts.filter((outcome) => outcome === 'wrong')).toHaveLength(5)
    expect(verdicts.filter((outcome) => outcome === 'throttled')).toHaveLength(11)
  })

  test('slides: each failure counts for 15 minutes of its own', async () => {
    await enrol(people, clock, user.id)
    for (let failure = 0; failure < 5; failure++) {
      expect(await verdict(wrong)).toBe('wrong')
      clock.advance(2 * minute)
    }
    expect(await verdict(wrong)).toBe('throttled')
    clock.advance(5 * minute)
    expect([await verdict(wrong), await verdict(wrong)]).toEqual(['wrong', 'throttled'])
  })

  test('counts failures only, and a success clears them', async () => {
    const { app } = await enrol(people, clock, user.id)
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 4; failure++) expect(await verdict(wrong)).toBe('wrong')
      clock.advance(minute)
      expect(await verdict(app.code())).toBe('ok')
    }
  })

  test('is each user’s own', async () => {
    await enrol(people, clock, user.id)
    const bobsUser = await made(bob)
    const { app } = await enrol(people, clock, bobsUser.id)
    for (let failure = 0; failure < 6; failure++) await verdict(wrong)
    clock.advance(minute)
    expect(await people.secondFactor.check(bobsUser.id, app.code())).toEqual({ ok: true })
  })
})

test('switched off, nothing of it is left', async () => {
  const { app } = await enrol(people, clock, user.id)
  await verdict(wrong)
  expect(await people.secondFactor.switchOff(user.id)).toEqual({ wasOn: true, passkeys: 0 })
  expect(await row()).toEqual({ secret: null, confirmed: null, codes: [] })
  expect(await db.database.query('select 1 from second_factor_failure')).toEqual([])
  clock.advance(minute)
  expect(await verdict(app.code())).toBe('off')
  expect(await people.secondFactor.switchOff(user.id)).toEqual({ wasOn: false, passkeys: 0 })
})

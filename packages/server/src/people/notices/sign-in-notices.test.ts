import { expect, test, vi } from 'vitest'
import { enrol } from '../../../../server-testing/src/people/authenticator.ts'
import { insertPasskey } from '../../../../server-testing/src/people/inserted-factors.ts'
import { ada, testKeys, testPeople, visitor } from '../../../../server-testing/src/people/test-people.ts'
import { testDatabase } from '../../../../server-testing/src/store/test-database.ts'
import type { LiveEvent } from '../../changes/index.ts'
import { createEvents, signInChanges } from '../../events/index.ts'
import { createJobs } from '../../jobs/index.ts'
import { fixedClock, systemClock } from '../../kit/clock.ts'
import { silentLog } from '../../kit/log.ts'
import { systemRandom } from '../../kit/random.ts'
import type { NoticeMail } from './notice-mail.ts'
import { createSignInNotices } from './sign-in-notices.ts'

const deaf = async () => async () => {}

async function installation() {
  const db = await testDatabase()
  const clock = fixedClock(new Date('2026-03-01T12:00:00Z'))
  const events = createEvents()
  const { people } = testPeople(db.database, testKeys(), clock, deaf, events)
  const jobs = createJobs({ database: db.database, clock: systemClock, log: silentLog })
  const [mails, shown]: [Array<NoticeMail & { id: string }>, LiveEvent[]] = [[], []]
  createSignInNotices({
    events,
    jobs,
    users: people.users,
    clock,
    random: systemRandom,
    changes: { announce: async (_userId, event) => void shown.push(event) },
    publicAddress: () => 'https://mail.example.org',
    mailToSelf: async (_userId, id, mail) => void mails.push({ id, ...mail }),
  })
  const created = await people.users.create(
    { ...ada, language: 'de', locale: 'de-DE', timeZone: 'Europe/Berlin' },
    { isAdmin: false },
  )
  if (!created.ok) throw new Error('Ada was not made')
  await jobs.start()
  return {
    db,
    events,
    people,
    clock,
    mails,
    shown,
    user: created.user,
    [Symbol.asyncDispose]: async () => {
      await jobs.stop(1_000)
      await db[Symbol.asyncDispose]()
    },
  }
}

test('a new password, a new app password and a second factor switched on or off are told by mail and in open browsers', async () => {
  await using at = await installation()
  const { people, user, clock, mails, shown } = at
  await people.users.setPassword(user.id, 'another fine password')
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([1, 1]), { timeout: 20_000 })
  expect(mails[0]!.subject).toBe('Ihr plMail-Passwort wurde geändert')
  expect(mails[0]!.text).toContain('Sonntag, 1. März 2026')
  expect(mails[0]!.text).toContain('13:00')
  expect(mails[0]!.text).toContain('https://mail.example.org/settings/security')
  await enrol(people, clock, user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([2, 2]), { timeout: 20_000 })
  await people.secondFactor.switchOff(user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([3, 3]), { timeout: 20_000 })
  expect(mails.map(({ subject }) => subject).slice(1)).toEqual([
    'Zwei-Faktor-Authentifizierung eingeschaltet',
    'Zwei-Faktor-Authentifizierung ausgeschaltet',
  ])
  expect(shown.slice(0, 3)).toEqual(
    ['password-changed', 'second-factor-switched-on', 'second-factor-switched-off'].map((code) => ({
      kind: 'notice',
      level: 'info',
      problem: { problem: `people/${code}` },
    })),
  )
  const form = { name: 'Telefon', scope: null, accountId: null, expiresAt: null }
  const created = await people.appPasswords.create(user.id, form)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([4, 4]), { timeout: 20_000 })
  expect(mails[3]!.subject).toBe('Neues App-Passwort für plMail')
  expect(mails[3]!.text).toContain('„Telefon“')
  expect(shown[3]).toEqual({
    kind: 'notice',
    level: 'info',
    reference: 'AppPassword',
    problem: { problem: 'people/app-password-made', name: 'Telefon' },
  })
  expect(created.ok && mails[3]!.text.includes(created.secret)).toBe(false)
  expect(new Set(mails.map(({ id }) => id)).size).toBe(4)
  for (const { text } of mails) expect(text).not.toContain('another fine password')
})

test('recovery codes that take the place of others are told', async () => {
  await using at = await installation()
  const { people, user, clock, mails, shown } = at
  await enrol(people, clock, user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([1, 1]), { timeout: 20_000 })
  await people.secondFactor.renewRecoveryCodes(user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([2, 2]), { timeout: 20_000 })
  expect(mails[1]!.subject).toBe('Neue Wiederherstellungscodes für Ihr plMail-Konto')
  expect(shown[1]).toMatchObject({ problem: { problem: 'people/recovery-codes-renewed' } })
})

test('nothing is told of what did not happen', async () => {
  await using at = await installation()
  const { people, user, db } = at
  await people.users.setPassword(user.id, 'short')
  await people.secondFactor.switchOff(user.id)
  await people.secondFactor.renewRecoveryCodes(user.id)
  await people.secondFactor.enrol(user.id)
  const { session } = await people.sessions.open(user.id, visitor)
  await people.secondFactor.confirm(user.id, '000000', session.digest)
  const queued = await db.database.query(`select kind from job where kind like 'people.sign-in-%'`)
  expect([queued, at.mails, at.shown]).toEqual([[], [], []])
})

const safari = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/18 Safari/605',
  address: '203.0.113.7',
}
const firefox = {
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
  address: '198.51.100.9',
}

test('a new browser is told with its name and where it was, the first and a known one are not', async () => {
  await using at = await installation()
  const { people, user, mails, shown } = at
  await people.signIns.succeeded(user.id, 'password', firefox)
  await people.signIns.succeeded(user.id, 'password', firefox)
  await people.signIns.succeeded(user.id, 'password', safari)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([1, 1]), { timeout: 20_000 })
  expect([mails[0]!.subject, mails[0]!.text]).toEqual([
    'Neue Anmeldung bei plMail',
    expect.stringContaining('Safari, macOS, 203.0.113.7'),
  ])
  expect(shown[0]).toMatchObject({
    problem: { problem: 'people/new-browser', browser: 'Safari, macOS, 203.0.113.7' },
  })
})

test('an app beside a passkey is told when it comes and when it goes', async () => {
  await using at = await installation()
  const { people, user, clock, mails, shown, db } = at
  await insertPasskey(db.database, `U${user.id}`, 'key')
  await db.database.query(`update app_user set has_passkeys = true, backup_codes = '["x"]' where id = $1`, [
    user.id,
  ])
  await enrol(people, clock, user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([1, 1]), { timeout: 20_000 })
  await people.secondFactor.removeApp(user.id)
  await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([2, 2]), { timeout: 20_000 })
  expect(shown).toMatchObject([
    { problem: { problem: 'people/authenticator-added' } },
    { problem: { problem: 'people/authenticator-removed' } },
  ])
})

test.each(signInChanges)('%s is said in every language, by mail and in open browsers', async (change) => {
  await using at = await installation()
  const { db, events, user, mails, shown } = at
  for (const language of ['en', 'de'] as const) {
    await db.database.query('update app_user set language = $2, locale = $2 where id = $1', [
      user.id,
      language,
    ])
    await db.database.transaction((tx) =>
      events.publish('sign-in-changed', { tx, userId: user.id, change, subject: 'Phone' }),
    )
    const count = language === 'en' ? 1 : 2
    await vi.waitFor(() => expect([mails.length, shown.length]).toEqual([count, count]), { timeout: 20_000 })
  }
  expect(mails[0]!.subject).not.toBe(mails[1]!.subject)
  for (const { subject, text } of mails) {
    expect([subject.length, text.length].every((length) => length > 10)).toBe(true)
    expect(text).not.toContain('undefined')
  }
  for (const event of shown) expect(event).toMatchObject({ kind: 'notice', problem: expect.any(Object) })
})

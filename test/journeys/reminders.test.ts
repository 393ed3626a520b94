import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Visitor } from '../../packages/server-testing/src/http/visitor.ts'
import { deliver } from '../../packages/server-testing/src/servers/deliver.ts'
import { type Dovecot, startDovecot } from '../../packages/server-testing/src/servers/dovecot.ts'
import { type SmtpSink, startSmtpSink } from '../../packages/server-testing/src/servers/smtp-sink.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type PlMail, startPlMail } from '../fixtures/plmail.ts'
import { type PushDevice, startPushDevice } from '../fixtures/push-device.ts'
import { signIn } from '../fixtures/sign-in.ts'

/** A reminder rings in the open page, one that was missed waits in a line, and the device speaks up while nobody looks. */
const [user, password] = ['ada@example.org', 'mailbox password']

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let ada: BrowserUser
let page: Page
let personal: string
let device: PushDevice

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  smtp = await startSmtpSink({ users: { [user]: password } })
  device = await startPushDevice()
  plmail = await startPlMail({ trusts: [dovecot, smtp, device], variables: { PUSH_ALLOW_LOOPBACK: '1' } })
  visitor = plmail.visitor()
  await visitor.install({ locale: 'en-GB' })
  await visitor.addAccount(dovecot, smtp, user, password)
  personal = await visitor.personalAccount()
  ada = await openBrowser(plmail.address)
  page = ada.page
  await device.carry(page, plmail.address)
  await page.goto(plmail.address)
  await signIn(page)
  await page.getByRole('navigation').first().waitFor()
})
beforeEach(() => tellAtFailure(() => [plmail, ada]))
afterAll(async () => {
  await device?.[Symbol.asyncDispose]()
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 200 })

/** Rings in a few seconds, whenever its event is. A moment that has gone by on the way rings no more: another is taken. */
async function ringSoon(title: string, startsIn = 600_000): Promise<void> {
  const { list } = await visitor.call<{ list: Array<{ id: string }> }>('Calendar/get', {
    accountId: personal,
    ids: null,
  })
  const calendarIds = { [list[0]!.id]: true } as const
  await within(async () => {
    const soon = new Date(Date.now() + 3_000)
    const { created } = await setEvents({ create: { e: ringing(title, soon, calendarIds, startsIn) } })
    if (Date.now() < soon.getTime()) return
    await setEvents({ destroy: [created!.e.id] })
    throw new Error('It was too late for the moment that was chosen')
  })
}

const setEvents = (changes: object) =>
  visitor.call<{ created: { e: { id: string } } | null }>('CalendarEvent/set', {
    accountId: personal,
    ...changes,
  })

function ringing(title: string, at: Date, calendarIds: Record<string, true>, startsIn: number) {
  return {
    '@type': 'Event',
    title,
    calendarIds,
    duration: 'PT30M',
    timeZone: 'Etc/UTC',
    start: new Date(Date.now() + startsIn).toISOString().slice(0, 19),
    alerts: {
      a: { trigger: { '@type': 'AbsoluteTrigger', when: at.toISOString().replace(/\.\d+Z$/, 'Z') } },
    },
  }
}

test('a reminder rings in the open page, and is silenced there', async () => {
  await ringSoon('Tea with Bo')
  const reminder = page.getByRole('region', { name: 'Reminders' }).getByRole('article')
  await within(async () => {
    const { output } = await plmail.command(['app:calendar:remind'])
    expect(`${output} ${String(await reminder.count())}`).toMatch(/has rung|1\s*$/)
  })
  await reminder.getByText('Tea with Bo').waitFor()
  expect(await ada.violations()).toEqual([])
  await reminder.getByRole('button', { name: 'Dismiss' }).click()
  await reminder.waitFor({ state: 'detached' })
  await within(async () => {
    const { list: left } = await visitor.call<{ list: object[] }>('Reminder/get', {
      accountId: personal,
      ids: null,
    })
    expect(left).toEqual([])
  })
  expect(ada.complaints).toEqual([])
})

test('a missed reminder folds into a line that covers nothing, and opens there', async () => {
  await ringSoon('Studio round', -3_600_000)
  const region = page.getByRole('region', { name: 'Reminders' })
  const remind = () => plmail.command(['app:calendar:remind'])
  const reminders = async () =>
    (
      await visitor.call<{ list: Array<{ id: string; state: string }> }>('Reminder/get', {
        accountId: personal,
        ids: null,
      })
    ).list
  const id = await within(async () => {
    await remind()
    return (await reminders())[0]!.id
  })
  // Put off until after its meeting is over, it rings no more.
  const snoozedUntil = new Date(Date.now() + 2_000).toISOString().replace(/\.\d+Z$/, 'Z')
  await visitor.call('Reminder/set', { accountId: personal, update: { [id]: { snoozedUntil } } })
  await within(async () => {
    await remind()
    expect((await reminders())[0]?.state).toBe('missed')
  })
  const badge = region.getByRole('button', { name: '1 missed reminder' })
  await badge.waitFor()
  expect(await region.getByRole('article').count()).toBe(0)
  expect((await badge.boundingBox())!.height).toBeLessThan(50)
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size)
    const screen = await page.locator('.app').boundingBox()
    const line = await badge.boundingBox()
    expect(line!.y + line!.height).toBeLessThanOrEqual(screen!.y)
    expect(screen!.y + screen!.height).toBe(size.height)
  }
  await badge.click()
  await region.getByRole('article').getByText('Studio round').waitFor()
  expect(await ada.violations()).toEqual([])
  await region.getByRole('button', { name: 'Hide' }).click()
  await region.getByRole('article').waitFor({ state: 'detached' })
  await badge.click()
  await region.getByRole('button', { name: 'Dismiss' }).click()
  await badge.waitFor({ state: 'detached' })
  await within(async () => expect(await reminders()).toEqual([]))
})

test('notifications are switched on by a click and tried out, and what they are about is kept', async () => {
  await page.goto(`${plmail.address}/settings/notifications`)
  await page.getByRole('button', { name: 'Turn on notifications' }).click()
  await page.getByText('Notifications are on for this device.').waitFor()
  // The device answers the code of its subscription by itself, and only then can anything be sent to it.
  const testButton = page.getByRole('button', { name: 'Send a test' })
  await within(async () => {
    await testButton.click()
    await testButton.waitFor()
    expect(await page.getByRole('status').allTextContents()).toContainEqual(
      expect.stringContaining('The test arrived.'),
    )
  })
  expect(device.notifications).toContainEqual(expect.stringMatching(/^Notifications work: /))
  expect(await ada.violations()).toEqual([])
  const people = page.getByRole('group', { name: user }).getByRole('radio', { name: 'People only' })
  await within(async () => {
    await people.check()
    await page.reload()
    await people.waitFor()
    expect(await people.isChecked()).toBe(true)
  })
})

test('notifications come while nobody looks, of what is wanted, and say nothing on the way', async ({
  task,
}) => {
  const next = (subject: string) => `${subject} ${String(task.result?.retryCount ?? 0)}`
  const [question, readAtOnce, tea] = [next('Are you coming'), next('Seen at once'), next('Tea with Cy')]
  await page.goto('about:blank')
  const message = (from: string, subject: string, more: string[] = []) =>
    deliver(
      dovecot,
      user,
      [`From: ${from}`, `To: ${user}`, `Subject: ${subject}`, ...more, '', `Text of ${subject}`].join('\r\n'),
    )
  await message('News <news@shop.test>', 'Bargains', ['List-Unsubscribe: <https://shop.test/u>'])
  await message('Bo <bo@corp.test>', question)
  await ringSoon(tea)
  await within(async () => {
    await plmail.command(['app:calendar:remind'])
    expect(device.notifications).toContainEqual(`Bo: ${question}\nText of ${question}`)
    expect(device.notifications.filter((notification) => notification.startsWith(`${tea}: `))).toHaveLength(1)
  })
  expect(device.notifications.join()).not.toContain('Bargains')
  // No word of the mail left this server.
  expect(JSON.stringify(device.messages)).not.toMatch(/Bo|coming|Tea|Bargains/)
  // In front of the user it is seen without being told, and what they read needs no telling any more.
  await page.goto(plmail.address)
  const before = device.messages.length
  await message('Bo <bo@corp.test>', readAtOnce)
  await within(async () => expect(device.messages.length).toBeGreaterThan(before))
  await page.getByRole('row').filter({ hasText: readAtOnce }).waitFor()
  await page.getByRole('row').filter({ hasText: question }).click()
  await page.locator('[data-region=thread]').getByRole('heading', { name: question }).waitFor()
  await within(async () => expect((await device.shown()).join()).not.toContain(question))
  expect(device.notifications.join()).not.toContain(readAtOnce)
})

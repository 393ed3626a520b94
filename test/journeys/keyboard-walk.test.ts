import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsPages } from '../../packages/web/src/commands/settings-pages.ts'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { type Stop, walk } from '../fixtures/keyboard-walk.ts'
import { openWriter, type Writer } from '../fixtures/writer.ts'

/** Nothing but Tab, from the top of each screen to its end: every stop is seen, has a name, and lets go again. */
let writer: Writer

beforeAll(async () => {
  writer = await openWriter()
})
beforeEach(() => tellAtFailure(() => writer?.witnesses ?? []))
afterAll(() => writer?.[Symbol.asyncDispose]())

const open = (path: string) => writer.ada.page.goto(`${writer.plmail.address}${path}`)

/** The stops of the screen as it is, in their order. */
async function stops(): Promise<string[]> {
  const walked = await walk(writer.ada.page)
  const wrong = walked.filter(({ faults }) => faults.length > 0).map(described)
  expect(wrong).toEqual([])
  return walked.map(({ announced }) => announced)
}
const described = ({ announced, faults }: Stop): string => `${announced} ${faults.join(', ')}`

/** That these are among the stops, in this order. */
function inOrder(all: readonly string[], expected: readonly string[]): void {
  const present = all.filter((announced) => expected.includes(announced))
  expect([...new Set(present)]).toEqual(expected)
}

describe('mail', () => {
  test('the list is one stop, after the folders and the search', async () => {
    inOrder(await stops(), [
      'link Skip to content',
      'button Write a message',
      'link Settings',
      'combobox Search mail',
      'grid Conversations',
    ])
  })

  test('the first stop leads past the folders', async () => {
    const { page } = writer.ada
    await open('/mail/inbox')
    await writer.row('The plan').waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('link', { name: 'Skip to content' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('a conversation: its buttons, then its messages', async () => {
    const { page } = writer.ada
    await writer.row('The plan').click()
    const frame = page.locator('[data-region=thread] iframe:not(.unready)')
    await frame.first().waitFor({ state: 'attached' })
    inOrder(await stops(), [
      'grid Conversations',
      'button Reply',
      'button Archive',
      'region Conversation',
      'button More actions for this message',
    ])
  })

  test('what a search found', async () => {
    await open('/mail/search/plan')
    await writer.row('The plan').waitFor()
    inOrder(await stops(), ['combobox Search mail', 'button Clear search', 'grid Conversations'])
  })

  test('a message, whose text takes no Tab', async () => {
    const { page } = writer.ada
    await page.keyboard.press('c')
    await writer.text().waitFor()
    inOrder(await stops(), [
      'combobox To',
      'textbox Subject',
      'textbox Message',
      'button Bold',
      'button Send',
      'button Discard',
    ])
    await page.keyboard.press('Escape')
  })

  test('the palette keeps to itself', async () => {
    const { page } = writer.ada
    await open('/mail/inbox')
    await writer.row('The plan').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    expect((await stops()).length).toBeLessThanOrEqual(2)
    await page.keyboard.press('Escape')
  })
})

describe('calendar', () => {
  test.each(['day', 'week', 'month', 'agenda'])(
    'by %s the grid is one stop, after what rules it',
    async (view) => {
      await open(`/calendar/${view}/2027-03-10`)
      await writer.ada.page.getByRole('button', { name: 'Today' }).waitFor()
      const all = await stops()
      inOrder(all, ['link Back to mail', 'button Today', 'combobox View', 'button New event'])
      expect(all.indexOf('button New event')).toBeGreaterThanOrEqual(all.length - 2)
    },
  )

  test('the form of an event goes round, and is left with Escape', async () => {
    const { page } = writer.ada
    await open('/calendar/week/2027-03-10')
    await page.getByRole('grid').first().waitFor()
    await page.keyboard.press('n')
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).waitFor()
    inOrder(await stops(), [
      'checkbox All day',
      'combobox Repeats',
      'textbox Notes',
      'button Save',
      'button Close',
      'textbox Title',
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })
})

test('contacts', async () => {
  await open('/contacts')
  await writer.ada.page.getByRole('heading', { level: 1 }).waitFor()
  inOrder(await stops(), ['link Back to mail', 'button New contact', 'searchbox Search contacts'])
})

describe('settings', () => {
  test.each(settingsPages)('%s', async (name) => {
    const { page } = writer.ada
    await open(`/settings/${name}`)
    await page.getByRole('heading', { level: 1 }).last().waitFor()
    // The address of app passwords leads on to their place on the security page.
    if (name === 'app-passwords') await page.waitForURL('**/settings/security')
    inOrder(await stops(), ['link Skip to content', 'link Back to mail', 'link Profile', 'link Jobs'])
  })

  test('a rule that is written', async () => {
    const { page } = writer.ada
    await open('/settings/rules')
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByLabel('Name', { exact: true }).waitFor()
    inOrder(await stops(), [
      'combobox Property',
      'button Add a condition',
      'combobox Action',
      'button Save',
      'button Cancel',
    ])
  })
})

describe('on a phone', () => {
  beforeAll(() => writer.ada.page.setViewportSize({ width: 390, height: 844 }))
  afterAll(() => writer.ada.page.setViewportSize({ width: 1440, height: 900 }))

  test('the list, then the bar at the foot', async () => {
    await open('/mail/inbox')
    await writer.row('The plan').waitFor()
    inOrder(await stops(), [
      'grid Conversations',
      'link Inbox',
      'button Folders',
      'link Calendar',
      'link Settings',
    ])
  })

  test('the folders, which are a sheet there', async () => {
    const { page } = writer.ada
    await page.getByRole('button', { name: 'Folders' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'New folder' }).waitFor()
    inOrder(await stops(), ['button Outbox', 'button New folder', 'link Settings', 'button Close'])
    await page.keyboard.press('Escape')
  })

  test('a conversation', async () => {
    const { page } = writer.ada
    await writer.row('The plan').click()
    await page.locator('[data-region=thread] iframe:not(.unready)').first().waitFor({ state: 'attached' })
    inOrder(await stops(), ['region Conversation', 'button More actions for this message'])
  })

  test('a message, which is all there is then', async () => {
    const { page } = writer.ada
    await open('/mail/inbox')
    await writer.row('The plan').waitFor()
    await page.keyboard.press('c')
    await writer.text().waitFor()
    inOrder(await stops(), ['combobox To', 'textbox Subject', 'textbox Message', 'button Send'])
    await page.keyboard.press('Escape')
  })

  test.each(['day', 'week', 'month', 'agenda'])('the calendar by %s', async (view) => {
    await open(`/calendar/${view}/2027-03-10`)
    await writer.ada.page.getByRole('button', { name: 'Today' }).waitFor()
    inOrder(await stops(), ['button Today', 'combobox View', 'button New event', 'link Contacts'])
  })

  test('contacts', async () => {
    await open('/contacts')
    await writer.ada.page.getByRole('heading', { level: 1 }).waitFor()
    inOrder(await stops(), ['button New contact', 'searchbox Search contacts', 'button Folders'])
  })

  test.each([
    ['accounts', 'Accounts'],
    ['rules', 'Rules'],
    ['calendars', 'Calendars'],
    ['sharing', 'Share links'],
    ['booking', 'Booking pages'],
    ['display', 'Display'],
    ['security', 'Security'],
  ])('settings: %s', async (name, title) => {
    await open(`/settings/${name}`)
    await writer.ada.page.getByRole('heading', { level: 1 }).last().waitFor()
    inOrder(await stops(), [`button Settings ${title}`, 'link Contacts'])
  })

  test('the pages of the settings, and back with Escape', async () => {
    await open('/settings/display')
    const opener = writer.ada.page.getByRole('button', { name: 'Settings Display' })
    await opener.press('Enter')
    inOrder(await stops(), ['button Settings Display', 'link Profile', 'link Jobs', 'link Contacts'])
    await writer.ada.page.getByRole('link', { name: 'Rules' }).press('Escape')
    await opener.and(writer.ada.page.locator('[aria-expanded=false]:focus')).waitFor()
    await opener.press('Enter')
    await writer.ada.page.getByRole('link', { name: 'Keyboard' }).press('Enter')
    await writer.ada.page.getByRole('heading', { level: 1, name: 'Keyboard' }).waitFor()
  })
})

describe('in German', () => {
  const speak = (locale: string) =>
    writer.visitor.api('POST', '/api/session/conventions', { locale, timeZone: 'Europe/Berlin' })
  beforeAll(() => speak('de-DE'))
  afterAll(() => speak('en-GB'))

  test.each([
    ['/mail/inbox', ['button Nachricht schreiben', 'link Einstellungen', 'grid Unterhaltungen']],
    ['/calendar/week/2027-03-10', ['button Heute', 'combobox Ansicht', 'button Neuer Termin']],
    ['/contacts', ['link Zurück zu den E-Mails', 'button Neuer Kontakt']],
    ['/settings/rules', ['link Zurück zu den E-Mails', 'link Profil', 'button Neue Regel']],
    ['/settings/booking', ['link Zurück zu den E-Mails', 'link Profil', 'button Neue Buchungsseite']],
  ])('%s', async (path, expected) => {
    const { page } = writer.ada
    await open(path)
    // The first load in another language remembers it, the next speaks it.
    await page.locator('html[lang^=de]').waitFor({ state: 'attached' })
    await page.locator('main').waitFor()
    inOrder(await stops(), expected)
  })
})

test('the browser had nothing to complain about', () => {
  expect(writer.ada.complaints).toEqual([])
})

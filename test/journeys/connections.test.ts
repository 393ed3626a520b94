import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EgressReason, egressReasons } from '@plmail/wire'
import { createWorld, type EmulatedAssistant, startAssistant } from '../../packages/emulators/src/index.ts'
import { asPhone } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { type Received, readerThrough, within } from '../fixtures/reader.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** What was connected for whom is read, a reason is switched off by keyboard, and everything that needs it says so. */
let model: EmulatedAssistant
const { reader, page, thread } = readerThrough([newsletter()], async () => {
  model = await startAssistant(createWorld('connections'), { key: 'sk-journey', model: 'journey-model' })
  return {
    ASSISTANT_BASE_URL: model.urls.openai,
    ASSISTANT_API_KEY: model.key,
    ASSISTANT_MODEL: model.model,
  }
})
beforeAll(() =>
  reader().visitor.api('POST', '/api/assistant', { isOn: true, accountIds: [reader().accountId] }),
)
afterAll(() => model?.close())

const press = (key: string) => page().keyboard.press(key)
const note = () => page().getByRole('note')
const speak = (locale: string, timeZone: string) =>
  reader().visitor.api('POST', '/api/session/conventions', { locale, timeZone })
const set = (reason: EgressReason, isOn: boolean) =>
  reader().visitor.api('POST', '/api/admin/egress', { reason, isOn })

async function openNewsletter(): Promise<void> {
  await reader().go('inbox')
  await reader().row('Offers of the week').click()
}

/** By the palette, as somebody does who has no mouse. */
async function openConnections(): Promise<void> {
  await press('Control+k')
  await page().getByRole('dialog').getByRole('combobox').fill('connections')
  await press('Enter')
  await page().getByRole('heading', { name: 'Connections', level: 1 }).waitFor()
}

/** Goes on with Tab until this has the focus. */
async function tabTo(name: string): Promise<void> {
  const focused = page().locator(':focus')
  const target = page().getByRole('checkbox', { name }).and(focused)
  for (let stops = 0; stops < 150; stops++) {
    if ((await target.count()) > 0) return
    await press('Tab')
  }
  throw new Error(`Tab does not come to ${name}`)
}

async function inBothThemes(name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page().emulateMedia({ colorScheme })
    await takePicture(page(), `${name}-${colorScheme}`, { isWhole: true })
  }
  await page().emulateMedia({ colorScheme: null })
}

test('pictures that were asked for stand in one’s own list, by who sent them', async () => {
  await openNewsletter()
  await thread().getByRole('button', { name: 'Show 3 images' }).click()
  await thread().getByText('3 images couldn’t be loaded.').waitFor()
  await openConnections()
  const own = page().getByRole('list', { name: /^For you, in the last/ })
  await own.getByText(/^Images from news@shop\.example couldn’t be loaded$/).waitFor()
  await own.getByText('Receiving mail').first().waitFor()
  const report = page().getByRole('region', { name: 'Everyone’s connections' })
  await report.getByRole('row', { name: /^Images in messages pictures\.example/ }).waitFor()
  expect(await page().content()).not.toContain('banner-of-the-week')
  expect(await reader().ada.violations()).toEqual([])
  expect(await fitsItsWidth(page())).toBe(true)
  await inBothThemes('connections')
})

test('a reason is switched off and on by keyboard, and the focus stays where it was', async () => {
  await tabTo('Images in messages')
  await press('Space')
  await note().getByText('The administrator has turned off: Images in messages.').waitFor()
  const box = page().getByRole('checkbox', { name: 'Images in messages' })
  expect(await box.isChecked()).toBe(false)
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await reader().ada.violations()).toEqual([])
  await inBothThemes('connections-off')
  await press('Space')
  await within(async () => expect(await note().count()).toBe(0))
  expect(await box.isChecked()).toBe(true)
  await page().getByLabel('Period').focus()
  await press('ArrowDown')
  await page()
    .getByRole('row', { name: /pictures\.example/ })
    .waitFor()
})

test('on a phone, and in German', async () => {
  await speak('de-DE', 'Europe/Berlin')
  const phone = await asPhone(page())
  await page().goto(`${reader().plmail.address}/settings/connections`)
  await page().getByRole('heading', { name: 'Verbindungen', level: 1 }).waitFor()
  await page()
    .getByText(/^Bilder von news@shop\.example ließen sich nicht laden$/)
    .waitFor()
  await phone.tap(page().getByRole('checkbox', { name: 'Bilder in Nachrichten' }))
  await note().getByText('Der Administrator hat ausgeschaltet: Bilder in Nachrichten.').waitFor()
  expect(await fitsItsWidth(page())).toBe(true)
  expect(await reader().ada.violations()).toEqual([])
  await inBothThemes('connections-phone-german')
  await page().getByRole('region', { name: 'Verbindungen aller Personen' }).scrollIntoViewIfNeeded()
  await inBothThemes('connections-phone-german-report')
  await phone.tap(page().getByRole('checkbox', { name: 'Bilder in Nachrichten' }))
  await within(async () => expect(await note().count()).toBe(0))
  await phone.putDown()
})

const languages = [
  {
    locale: 'en-GB',
    timeZone: 'Europe/London',
    pictures: 'The administrator has turned off images from the internet.',
    vacation: 'The administrator has turned off connections for automatic replies.',
    address: 'Email address',
    next: 'Continue',
    discovery: 'The administrator has turned off looking up mail servers.',
    subscribe: 'Subscribe to a calendar',
    calendar: 'Address of the calendar',
    feed: 'The administrator has turned off connections to feeds.example',
    question: 'Your question',
    assistant: 'The administrator has turned off connections to the model server.',
  },
  {
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
    pictures: 'Der Administrator hat Bilder aus dem Internet ausgeschaltet.',
    vacation: 'Der Administrator hat Verbindungen für Abwesenheitsnotizen ausgeschaltet.',
    address: 'E-Mail-Adresse',
    next: 'Weiter',
    discovery: 'Der Administrator hat die Suche nach Mailservern ausgeschaltet.',
    subscribe: 'Kalender abonnieren',
    calendar: 'Adresse des Kalenders',
    feed: 'Der Administrator hat Verbindungen zu feeds.example ausgeschaltet.',
    question: 'Ihre Frage',
    assistant: 'Der Administrator hat Verbindungen zum Modellserver ausgeschaltet.',
  },
] as const

test.each(languages)('everything that is switched off says so in plain words, in $locale', async (words) => {
  await speak(words.locale, words.timeZone)
  const off = ['picture', 'sieve', 'discovery', 'feed', 'assistant'] as const satisfies EgressReason[]
  for (const reason of off) await set(reason, false)
  const settings = (name: string) => page().goto(`${reader().plmail.address}/settings/${name}`)

  await openNewsletter()
  await thread().getByText(words.pictures).waitFor()
  await settings('vacation')
  await page().getByText(words.vacation).waitFor()
  await settings('add-account')
  await page().getByLabel(words.address).fill('ada@somewhere.example')
  await page().getByRole('button', { name: words.next, exact: true }).click()
  await page().getByText(words.discovery).waitFor()
  await settings('calendars')
  await page().getByRole('button', { name: words.subscribe }).click()
  await page().getByLabel(words.calendar).fill('https://feeds.example/a.ics')
  await press('Enter')
  await page().getByText(words.feed).waitFor()
  await reader().go('inbox')
  await reader().row('Offers of the week').waitFor()
  await press('q')
  await page().getByRole('textbox', { name: words.question }).fill('What is on offer?')
  await press('Enter')
  await page().getByRole('alert').getByText(words.assistant).waitFor()

  for (const reason of off) await set(reason, true)
})

test('what EGRESS does not allow cannot be switched on in the page', async () => {
  await speak('en-GB', 'Europe/London')
  await reader().plmail.stop()
  await reader().plmail.start({ EGRESS: 'none' })
  await page().goto(`${reader().plmail.address}/settings/connections`)
  await page().getByText('EGRESS allows no connections.').waitFor()
  const boxes = page().getByRole('group', { name: 'Allowed connections' }).getByRole('checkbox')
  expect(await boxes.count()).toBe(Object.keys(egressReasons).length)
  for (const box of await boxes.all()) expect(await box.isDisabled()).toBe(true)
  await note().getByText('The administrator has turned off: Gmail and Microsoft 365').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await inBothThemes('connections-none')
})

/** What a shop sends, with pictures. */
function newsletter(): Received {
  return {
    message: [
      'From: The Shop <news@shop.example>',
      'To: ada@example.org',
      'Subject: Offers of the week',
      'Message-ID: <offers@shop.example>',
      'Date: Fri, 20 Nov 2026 09:00:00 +0000',
      'Content-Type: text/html',
      '',
      ...[1, 2, 3].map(
        (run) =>
          `<img src="https://pictures.example/banner-of-the-week-${run}.png" width="90" height="90" alt="Offer ${run}">`,
      ),
      '',
    ].join('\r\n'),
  }
}

import { expect, test } from 'vitest'
import { asPhone } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { readerThrough, within } from '../fixtures/reader.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** A time that somebody proposes in a message, put into the calendar by whoever reads it. */
const year = new Date().getUTCFullYear() + 1
const [english, german] = [new Date(Date.UTC(year, 4, 5)), new Date(Date.UTC(year, 5, 8))]
const { reader, page, thread } = readerThrough([
  {
    message: writeMessage(
      'Re: Lunch',
      `Shall we meet on 5 May ${String(year)}, 12:30-14:00?`,
      'Where: Canteen, 2nd floor',
    ),
  },
  {
    message: writeMessage('Der Ausflug', `Wir fahren am 8. Juni ${String(year)} los.`, 'Treffpunkt: Bahnhof'),
  },
])

const dialog = () => page().getByRole('dialog')

test('one press opens the form of an event, filled in', async () => {
  await reader().go('inbox')
  await reader().open('Lunch')
  const chips = thread().getByRole('list', { name: 'Dates in this message' })
  await chips.getByRole('button', { name: 'Add to calendar:' }).waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await takePicture(page(), 'mentioned-times')
  await chips.getByRole('button').click()
  const title = dialog().getByLabel('Title', { exact: true })
  await within(async () => expect(await title.inputValue()).toBe('Lunch'))
  await within(async () =>
    expect(
      await dialog()
        .locator('input')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value)),
    ).toContain('Canteen, 2nd floor'),
  )
  await dialog().getByRole('button', { name: 'Save' }).click()
  await within(async () => {
    const [event] = await stored()
    expect(event).toMatchObject({
      title: 'Lunch',
      start: `${english.toISOString().slice(0, 10)}T12:30:00`,
      duration: 'PT1H30M',
    })
  })
  expect(reader().ada.complaints).toEqual([])
})

test('on a phone, and in German, a whole day', async () => {
  await reader().visitor.api('POST', '/api/session/conventions', {
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
  })
  const phone = await asPhone(page())
  await reader().go('inbox')
  await reader().row('Der Ausflug').click()
  const chip = thread().getByRole('list', { name: 'Termine in dieser Nachricht' }).getByRole('button')
  await chip.waitFor()
  expect(await fitsItsWidth(page())).toBe(true)
  await phone.tap(chip)
  await within(async () =>
    expect(await dialog().getByLabel('Titel', { exact: true }).inputValue()).toBe('Der Ausflug'),
  )
  expect(await fitsItsWidth(page())).toBe(true)
  await phone.tap(dialog().getByRole('button', { name: 'Speichern' }))
  await within(async () =>
    expect(await stored()).toContainEqual(
      expect.objectContaining({
        title: 'Der Ausflug',
        start: `${german.toISOString().slice(0, 10)}T00:00:00`,
        showWithoutTime: true,
      }),
    ),
  )
  await phone.putDown()
})

function writeMessage(subject: string, ...text: readonly string[]): string {
  return [
    `Subject: ${subject}`,
    'From: Bob <bob@example.net>',
    'To: ada@example.org',
    `Message-ID: <${subject.replaceAll(/\W/g, '')}@example.net>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    ...text,
  ].join('\r\n')
}

async function stored(): Promise<Array<Record<string, unknown>>> {
  const { visitor } = reader()
  const accountId = await visitor.personalAccount()
  const { ids } = await visitor.call<{ ids: string[] }>('CalendarEvent/query', { accountId })
  const { list } = await visitor.call<{ list: Array<Record<string, unknown>> }>('CalendarEvent/get', {
    accountId,
    ids,
  })
  return list
}

import { afterAll, beforeEach, expect, test } from 'vitest'
import { createWorld, type EmulatedAssistant, startAssistant } from '../../packages/emulators/src/index.ts'
import { asPhone } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { receiveToday } from '../fixtures/receive-today.ts'
import { readerThrough, theEngine, within } from '../fixtures/reader.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** Questions about all of one's mail, and what is new in it; with an assistant that is off, refuses, breaks off or is stopped. */
const world = createWorld('ask my mail')
let model: EmulatedAssistant
const { reader, page, thread } = readerThrough(theEngine(), async () => {
  model = await startAssistant(world, { key: 'sk-journey', model: 'journey-model' })
  return {
    ASSISTANT_BASE_URL: model.urls.openai,
    ASSISTANT_API_KEY: model.key,
    ASSISTANT_MODEL: model.model,
  }
})
beforeEach(() => model.script())
afterAll(() => model?.close())

const says = (literal: string) => ({ text: { literal } })
const engine = 'See www.example.net/engine'
const search = says('subject:engine')

const dialog = (name = 'Ask my mail') => page().getByRole('dialog', { name })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })

async function openAnew(key = 'q'): Promise<void> {
  await reader().go('inbox')
  await reader().row('The engine').waitFor()
  await page().keyboard.press(key)
}

async function ask(question: string): Promise<void> {
  await field('Your question').fill(question)
  await button('Ask').click()
}

test('switched off, the assistant says so and leads to its settings', async () => {
  await openAnew()
  await dialog().getByText('The assistant is turned off.').waitFor()
  expect(model.prompts()).toEqual([])
  await button('Open settings').click()
  await page().getByRole('checkbox', { name: 'Use the assistant' }).waitFor()
  await reader().visitor.api('POST', '/api/assistant', { isOn: true })
  await openAnew()
  await dialog().getByText('The assistant may not read any of your accounts yet.').waitFor()
  await reader().visitor.api('POST', '/api/assistant', { accountIds: [reader().accountId] })
})

test('a question becomes a search that is shown, and an answer that leads to its messages', async () => {
  await openAnew()
  model.script(
    { ...search, silenceMs: 60_000 },
    {
      ...says(`It is explained on a page. [[3|${engine}]]\nIt is free. [[1|it costs nothing at all]]`),
      silenceMs: 60_000,
    },
  )
  await ask('Where is the engine explained?')
  await dialog().getByText('Turning your question into a search…').waitFor()
  await within(async () => expect(model.prompts()).toHaveLength(1))
  await world.clock.advance(60_000)
  await dialog().getByText('Reading the results…').waitFor()
  await within(async () => expect(model.prompts()).toHaveLength(2))
  await world.clock.advance(60_000)
  await dialog().getByText('Written by journey-model. It may contain mistakes.').waitFor()
  expect(await field('Search').inputValue()).toBe('subject:engine')
  await dialog().getByRole('region', { name: 'Not read' }).getByText('Spam and Trash, and drafts.').waitFor()
  const unproven = dialog().getByRole('listitem').filter({ hasText: 'Unverified' })
  expect(await unproven.allInnerTexts()).toEqual([expect.stringContaining('It is free.')])
  expect(await dialog().locator('a, img, iframe').count()).toBe(0)
  expect(await reader().ada.violations()).toEqual([])
  await takePicture(page(), 'assistant-question')
  await button('It is explained on a page.').click()
  await thread().getByRole('heading', { name: 'The engine', level: 2 }).waitFor()
  expect(page().url()).toContain('/mail/search/subject%3Aengine/')
  // Coming back, the answer is still there.
  await page().keyboard.press('q')
  await button('It is explained on a page.').waitFor()
  expect(reader().ada.complaints).toEqual([])
})

test('the search can be corrected, and what cannot be searched for is named', async () => {
  await openAnew()
  model.script(search, says(`Yes. [[1|${engine}]]`))
  await ask('Is there an engine?')
  await button('Yes.').waitFor()
  const before = model.prompts().length
  await field('Search').fill('is:purple')
  await button('Search again').click()
  await dialog().getByRole('alert').getByText('The search doesn’t understand “is:purple”.').waitFor()
  expect(model.prompts()).toHaveLength(before)
  await field('Search').fill('nobodywroteaboutthis')
  await button('Search again').click()
  await dialog().getByText('The search found no messages.').waitFor()
  expect(model.prompts()).toHaveLength(before)
  model.script(says('## NONE'))
  await field('Search').fill('subject:engine')
  await field('Search').press('Enter')
  await dialog().getByText('The answer isn’t in the messages that were read.').waitFor()
  reader().ada.complaints.length = 0 // a refused request is written down by the browser
})

test('a question is asked from the search box', async () => {
  await reader().go('inbox')
  model.script(search, says(`From the box. [[1|${engine}]]`))
  await page().getByRole('combobox', { name: 'Search mail' }).fill('where is the engine explained')
  await page().getByRole('option').filter({ hasText: 'Ask the assistant' }).click()
  await button('From the box.').waitFor()
  expect(await field('Your question').inputValue()).toBe('where is the engine explained')
})

test('what a model writes is text, whatever it writes', async () => {
  await openAnew()
  model.script(
    search,
    says(
      `<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [l](https://evil.example/) [[1|${engine}]]`,
    ),
  )
  await ask('Is it safe?')
  await dialog().getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await dialog().locator('a, img, iframe, script').count()).toBe(0)
  expect(reader().ada.complaints).toEqual([])
})

test.each([
  [{ refusal: { status: 503 } }, 'is busy. Try again in a moment.'],
  [{ refusal: { status: 401 } }, 'refused the API key.'],
  [{ ...says('one two three'), cutAtToken: 1 }, 'was lost before the answer was complete.'],
])('of %j the reader is told why', async (answer, sentence) => {
  await openAnew()
  model.script(search, answer)
  await ask('Is it there?')
  await dialog().getByRole('alert').getByText(sentence).waitFor()
})

test('a question is stopped, and so is the call', async () => {
  await openAnew()
  const [before, asked] = [model.abandoned(), model.prompts().length]
  model.script({ ...says('never'), silenceMs: 600_000 })
  await ask('Is it there?')
  await within(async () => expect(model.prompts()).toHaveLength(asked + 1))
  await button('Stop').click()
  await within(async () => expect(model.abandoned()).toBe(before + 1))
  await button('Ask').waitFor()
})

test('offline nothing can be asked, and with the day’s tokens used up the reason is said', async () => {
  await openAnew()
  await field('Your question').waitFor()
  await page().context().setOffline(true)
  await dialog().getByText('You’re offline. The assistant can answer once you’re back online.').waitFor()
  expect(await button('Ask').isDisabled()).toBe(true)
  await page().context().setOffline(false)
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000 })
  await openAnew()
  await ask('Is it there?')
  await dialog().getByRole('alert').getByText('You’ve used your 1,000 tokens for today.').waitFor()
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000_000 })
  reader().ada.complaints.length = 0 // refused and failed requests are written down by the browser
})

test('what is new and unread is gone through in groups', async () => {
  await receiveToday(reader(), 'The plan', 'Please send me the plan by Monday.')
  await receiveToday(reader(), 'Soup', 'The canteen has soup today.')
  await openAnew('Shift+q')
  const news = dialog('What’s new')
  model.script(
    says(
      '## TASKS\nSend the plan. [[2|send me the plan by Monday]]\n## DATES\nMonday: the plan. [[2|by Monday]]',
    ),
  )
  await news.getByRole('button', { name: 'Look through new mail' }).click()
  await news.getByRole('region', { name: 'To do' }).getByText('Send the plan.').waitFor()
  await news.getByRole('region', { name: 'Everything else' }).getByText('Soup').waitFor()
  expect(await reader().ada.violations()).toEqual([])
  await takePicture(page(), 'assistant-digest')
  await news.getByRole('button', { name: 'Look through new mail' }).click()
  await news.getByText('No new unread mail.').waitFor()
  model.script(says('## KNOW\nThere is soup. [[1|canteen has soup today]]'))
  await news.getByRole('button', { name: 'Everything since yesterday' }).click()
  await news.getByRole('region', { name: 'Good to know' }).getByText('There is soup.').click()
  await thread().getByRole('heading', { name: 'Soup', level: 2 }).waitFor()
})

test('on a phone, and in German', async () => {
  await reader().visitor.api('POST', '/api/session/conventions', {
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
  })
  const phone = await asPhone(page())
  await openAnew()
  const german = dialog('Meine E-Mails fragen')
  model.script(search, says(`Auf einer Seite. [[1|${engine}]]`))
  await german.getByRole('textbox', { name: 'Ihre Frage' }).fill('Wo wird die Maschine erklärt?')
  await phone.tap(german.getByRole('button', { name: 'Fragen', exact: true }))
  await german.getByText('Von journey-model geschrieben. Fehler sind möglich.').waitFor()
  expect(model.prompts().at(-1)?.system).toContain('Write in German')
  await german.getByText('Spam, Papierkorb und Entwürfe.').waitFor()
  expect(await fitsItsWidth(page())).toBe(true)
  await takePicture(page(), 'assistant-question-phone-german')
  model.script({ refusal: { status: 503 } })
  await phone.tap(german.getByRole('button', { name: 'Noch einmal suchen' }))
  await german.getByRole('alert').getByText('ist überlastet').waitFor()
  await phone.putDown()
})

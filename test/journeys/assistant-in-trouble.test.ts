import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Locator } from 'playwright-core'
import { createWorld, type EmulatedAssistant, startAssistant } from '../../packages/emulators/src/index.ts'
import { receiveToday } from '../fixtures/receive-today.ts'
import { readerThrough, theEngine, within } from '../fixtures/reader.ts'

/** Whatever is wrong with the model server: all that asks it says so, loses nothing, and works with one more click. */
let model: EmulatedAssistant
const { reader, page, thread } = readerThrough(theEngine(), async () => {
  model = await startAssistant(createWorld('in trouble'), { key: 'sk-journey', model: 'journey-model' })
  return {
    ASSISTANT_BASE_URL: model.urls.openai,
    ASSISTANT_API_KEY: model.key,
    ASSISTANT_MODEL: model.model,
  }
})
const administer = (settings: object) => reader().visitor.api('POST', '/api/admin/assistant', settings)
const works = { text: { literal: 'It is explained there. [[1|See www.example.net/engine]]' } } as const
const written = () => page().getByText('It is explained there.')

beforeAll(() =>
  reader().visitor.api('POST', '/api/assistant', { isOn: true, accountIds: [reader().accountId] }),
)
beforeEach(async () => {
  model.script()
  await administer({ ...asEnvironment, dailyTokens: 1_000_000 })
})
afterAll(() => model?.close())

const asEnvironment = { baseUrl: '', model: '' }

const dialog = () => page().getByRole('dialog').last()
const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true })
const summary = () => thread().getByRole('region', { name: 'Summary' })

async function openList(): Promise<void> {
  await reader().go('inbox')
  await reader().row('The engine').waitFor()
}

interface Feature {
  name: string
  /** Up to the click that asks. */
  open(): Promise<void>
  /** Asks, and asks once more. */
  ask(): Locator
  /** What must still be there when it did not work. */
  retains(): Promise<unknown>
}

const features: Feature[] = [
  {
    name: 'the summary',
    open: async () => {
      await openList()
      await reader().open('The engine')
    },
    ask: () => summary().getByRole('button', { name: /^Summarise/ }),
    retains: async () => expect(await thread().locator('article').count()).toBe(3),
  },
  {
    name: 'writing help',
    open: async () => {
      await openList()
      await page().keyboard.press('c')
      const mail = page().getByRole('dialog').first()
      const text = mail.getByRole('textbox', { name: 'Message', exact: true })
      await text.waitFor()
      await text.click()
      await page().keyboard.type('I has seen teh drawings.')
      await mail.getByRole('button', { name: 'Writing help' }).click()
      await dialog().getByRole('radio', { name: 'Formal' }).waitFor()
    },
    ask: () => button('Suggest'),
    retains: () => dialog().getByText('I has seen teh drawings.').waitFor(),
  },
  {
    name: 'a question',
    open: async () => {
      await openList()
      await page().keyboard.press('q')
      await dialog().getByRole('textbox', { name: 'Your question' }).fill('Where is it explained?')
    },
    ask: () => button('Ask'),
    retains: async () =>
      expect(await dialog().getByRole('textbox', { name: 'Your question' }).inputValue()).toBe(
        'Where is it explained?',
      ),
  },
  {
    name: 'the digest',
    open: async () => {
      await receiveToday(reader(), 'Drawings', 'All drawings, see www.example.net/engine')
      await openList()
      await page().keyboard.press('Shift+q')
    },
    ask: () => dialog().locator('button[data-first]'),
    retains: () => dialog().getByText('unread').first().waitFor(),
  },
]

const refuses = (status: number) => async () => model.always({ refusal: { status } })

const troubles: ReadonlyArray<readonly [string, () => Promise<unknown>, string]> = [
  ['the key is wrong', refuses(401), 'refused the API key. An administrator can correct it'],
  ['the model is unknown', () => administer({ model: 'no-such-model' }), 'has no model named no-such-model.'],
  ['there are too many requests', refuses(429), 'is busy. Try again in a moment.'],
  ['the server is overloaded', refuses(503), 'is busy. Try again in a moment.'],
  [
    'the stream is cut',
    async () => model.always({ ...works, cutAtToken: 1 }),
    'was lost before the answer was complete. Try again.',
  ],
  [
    'the provider is down',
    () => administer({ baseUrl: 'http://127.0.0.1:1/v1', model: 'journey-model' }),
    'can’t be reached. Try again later',
  ],
  [
    'the tokens of the day are used up',
    () => administer({ dailyTokens: 1_000 }),
    'You’ve used your 1,000 tokens for today. The assistant is back tomorrow.',
  ],
]

describe.each(features)('$name', ({ open, ask, retains }) => {
  test.each(troubles)('when %s, says so, loses nothing, and works again', async (_, begin, sentence) => {
    await open()
    await begin()
    await ask().click()
    await page().getByRole('alert').getByText(sentence).waitFor()
    await retains()
    await administer({ ...asEnvironment, dailyTokens: 1_000_000 })
    model.always({})
    model.script(works, works)
    await within(async () => expect(await ask().isEnabled()).toBe(true))
    await ask().click()
    await page().getByRole('alert').waitFor({ state: 'hidden' })
    await written().first().waitFor()
  })
})

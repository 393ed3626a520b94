import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { type EmulatedAssistant, createWorld, startAssistant } from '../../packages/emulators/src/index.ts'
import { asPhone } from '../fixtures/browser-user.ts'
import { fitsItsWidth } from '../fixtures/page-width.ts'
import { getBody, type Received, readerThrough, theEngine, within } from '../fixtures/reader.ts'
import { takePicture } from '../fixtures/take-picture.ts'

/** An assistant that is set up, summarises a conversation and helps with an answer, and everything that can come between. */
const world = createWorld('assistant journey')
let model: EmulatedAssistant
const { reader, page, thread, message } = readerThrough([...longPlan(), ...theEngine()], async () => {
  model = await startAssistant(world, {
    key: 'sk-journey',
    model: 'journey-model',
    otherModels: ['other-model'],
  })
  return {
    ASSISTANT_BASE_URL: model.urls.openai,
    ASSISTANT_API_KEY: model.key,
    ASSISTANT_MODEL: model.model,
  }
})
beforeEach(() => model.script())
// While another model is set, what this one wrote is old: `openStale`.
afterEach(() => reader().visitor.api('POST', '/api/admin/assistant', { model: '' }))
afterAll(() => model?.close())

const summary = () => thread().getByRole('region', { name: 'Summary' })
const button = (name: string) => summary().getByRole('button', { name, exact: true })
const openAnew = async () => {
  await reader().go('inbox')
  await reader().open('The engine')
}
const says = (literal: string) => ({ text: { literal } })
const engine = 'See www.example.net/engine'

test('an administrator tests the model server, and switches the assistant on for an account', async () => {
  await page().goto(`${reader().plmail.address}/settings/assistant`)
  const { host } = new URL(model.urls.openai)
  await page().getByText(`What it reads is sent to the model journey-model at ${host}.`).waitFor()
  model.script(says('one two three'))
  await page().getByRole('button', { name: 'Test', exact: true }).click()
  await page().getByText('journey-model answers.').waitFor()
  await page().getByRole('checkbox', { name: 'Use the assistant' }).click()
  const account = page().getByRole('group', { name: 'May read' }).getByRole('checkbox')
  await within(async () => expect(await account.isEnabled()).toBe(true))
  await account.click()
  await within(async () =>
    expect(await reader().visitor.api('GET', '/api/assistant')).toMatchObject({
      isOn: true,
      accounts: [{ mayRead: true }],
    }),
  )
  expect(await reader().ada.violations()).toEqual([])
  await takePicture(page(), 'assistant-settings', { isWhole: true })
})

test('a conversation is summarised, sentence by sentence with its message', async () => {
  await openAnew()
  model.script({
    ...says(
      `The engine is explained. [[1|${engine}]]\nIt costs nothing. [[2|it is free of charge]]\n## TASKS\nLook at the drawings. [[3|All drawings, see]]`,
    ),
    silenceMs: 120_000,
  })
  await button('Summarise').click()
  await summary().getByText('Reading the conversation…').waitFor()
  await expect.poll(() => model.prompts().at(-1)?.user, { timeout: 30_000 }).toContain(engine)
  await world.clock.advance(120_000)
  await summary().getByText('Written by journey-model. It may contain mistakes.').waitFor()
  await summary().getByRole('heading', { name: 'To do' }).waitFor()
  const unproven = summary().getByRole('listitem').filter({ hasText: 'Unverified' })
  expect(await unproven.allInnerTexts()).toEqual([expect.stringContaining('It costs nothing.')])
  await button('The engine is explained.').click()
  await getBody(message(0)).getByText(engine).waitFor()
  expect(await summary().locator('a, img, iframe').count()).toBe(0)
  expect(await reader().ada.violations()).toEqual([])
  await takePicture(page(), 'assistant-summary')
  expect(reader().ada.complaints).toEqual([])
})

test('what a model writes is text, whatever it writes', async () => {
  await openAnew()
  model.script(
    says(
      `<img src=x onerror=alert(1)> ![p](https://evil.example/p.png) [l](https://evil.example/) [[1|${engine}]]`,
    ),
  )
  await reader().visitor.request('POST', `/mail/thread/${await threadId()}/summary`, { json: { full: true } })
  await openAnew()
  await summary().getByText('<img src=x onerror=alert(1)>').waitFor()
  expect(await summary().locator('a, img, iframe, script').count()).toBe(0)
  expect(reader().ada.complaints).toEqual([])
})

test('a summary that its reader leaves is finished and stored', async () => {
  const id = await threadId()
  const running = reader().visitor.request('POST', `/mail/thread/${id}/summary`, { json: {} })
  await running
  model.script({ ...says(`Finished alone. [[1|${engine}]]`), silenceMs: 60_000 })
  await page().evaluate((path) => {
    const leaving = new AbortController()
    void fetch(path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
      signal: leaving.signal,
    }).then(() => leaving.abort())
  }, `/mail/thread/${id}/summary`)
  await within(async () =>
    expect(reader().plmail.log()).toContain('Thread summary abandoned before it finished'),
  )
  await world.clock.advance(60_000)
  await within(async () =>
    expect(await reader().visitor.api('GET', `/mail/thread/${id}/summary`)).toMatchObject({
      text: 'Finished alone.',
    }),
  )
  await openAnew()
  await button('Finished alone.').waitFor()
})

test('a conversation that has grown is offered again, and can be stopped', async () => {
  await reader().visitor.api('POST', '/api/admin/assistant', { model: 'other-model' })
  await openAnew()
  await summary().getByText('This conversation has changed since then.').waitFor()
  await reader().visitor.api('POST', '/api/session/conventions', {
    locale: 'en-GB',
    timeZone: 'Europe/London',
  })
  const [before, asked] = [model.abandoned(), model.prompts().length]
  model.script({ ...says('never'), silenceMs: 600_000 })
  await button('Summarise again').click()
  await within(async () => expect(model.prompts()).toHaveLength(asked + 1))
  await button('Stop').click()
  await within(async () => expect(model.abandoned()).toBe(before + 1))
  await button('Finished alone.').waitFor()
})

test.each([
  [{ refusal: { status: 503 } }, 'is busy. Try again in a moment.'],
  [{ refusal: { status: 401 } }, 'refused the API key.'],
  [{ ...says('one two three'), cutAtToken: 1 }, 'was lost before the answer was complete.'],
])('of %j the reader is told why', async (answer, sentence) => {
  await openStale()
  model.script(answer)
  await button('Summarise again').click()
  await summary().getByRole('alert').getByText(sentence).waitFor()
})

test('offline there is what is stored, and with the day’s tokens used up the reason', async () => {
  await openStale()
  await page().context().setOffline(true)
  await within(async () => expect(await button('Summarise again').count()).toBe(0))
  await button('Finished alone.').waitFor()
  await page().context().setOffline(false)
  await openStale()
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000 })
  await button('Summarise again').click()
  await summary().getByRole('alert').getByText('You’ve used your 1,000 tokens for today.').waitFor()
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000_000 })
  reader().ada.complaints.length = 0 // refused and failed requests are written down by the browser
})

test('help with an answer is taken in part, and undone', async () => {
  await openAnew()
  await page().keyboard.press('r')
  const text = mail().getByRole('textbox', { name: 'Message', exact: true })
  await text.waitFor()
  await page().keyboard.type('I has seen teh drawings.')
  const quote = await mail().getByRole('button', { name: 'Quoted text' }).count()
  await mail().getByRole('button', { name: 'Writing help' }).click()
  const help = page().getByRole('dialog', { name: 'Writing help' })
  model.script(says('I have seen the drawings.\n\nThey are wonderful.'))
  await help.getByRole('button', { name: 'Suggest' }).click()
  await help.getByText('They are wonderful.').waitFor()
  expect(model.prompts().at(-1)?.user).not.toContain('All drawings, see')
  await takePicture(page(), 'assistant-writing')
  await help.getByRole('checkbox').nth(1).click()
  await help.getByRole('button', { name: 'Use selected' }).click()
  await within(async () => expect(await text.innerText()).toContain('I have seen the drawings.'))
  expect(await text.innerText()).not.toContain('They are wonderful.')
  expect(await mail().getByRole('button', { name: 'Quoted text' }).count()).toBe(quote)
  await page().getByRole('button', { name: 'Undo', exact: true }).click()
  await within(async () => expect(await text.innerText()).toContain('I has seen teh drawings.'))
  await mail().getByRole('button', { name: 'Discard' }).click()
  await reader().ada.seesToast('Draft discarded')
})

test('on a phone, and in German', async () => {
  await reader().visitor.api('POST', '/api/session/conventions', {
    locale: 'de-DE',
    timeZone: 'Europe/Berlin',
  })
  const phone = await asPhone(page())
  await reader().go('inbox')
  await reader().row('The engine').click()
  const region = thread().getByRole('region', { name: 'Zusammenfassung' })
  await region.waitFor()
  model.script(says(`Es geht um die Maschine. [[1|${engine}]]`))
  await phone.tap(region.getByRole('button', { name: 'Neu zusammenfassen' }))
  await region.getByText('Von journey-model geschrieben. Sie kann Fehler enthalten.').waitFor()
  expect(model.prompts().at(-1)?.system).toContain('Write in German')
  expect(await fitsItsWidth(page())).toBe(true)
  await takePicture(page(), 'assistant-phone-german')
  const again = region.getByRole('button', { name: 'Neu zusammenfassen' })
  for (const [answer, sentence] of germanTrouble) {
    await openStale('Neu zusammenfassen')
    model.script(answer)
    await phone.tap(again)
    await region.getByRole('alert').getByText(sentence).waitFor()
    expect(await fitsItsWidth(page())).toBe(true)
  }
  await openStale('Neu zusammenfassen')
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000 })
  await phone.tap(again)
  await region.getByRole('alert').getByText('Ihre 1.000 Token für heute sind aufgebraucht.').waitFor()
  await reader().visitor.api('POST', '/api/admin/assistant', { dailyTokens: 1_000_000 })
  await openStale('Neu zusammenfassen')
  await page().context().setOffline(true)
  await again.waitFor({ state: 'detached' })
  await region.getByRole('button', { name: 'Es geht um die Maschine.' }).waitFor()
  await page().context().setOffline(false)
  reader().ada.complaints.length = 0 // refused and failed requests are written down by the browser
  await page().goto(`${reader().plmail.address}/settings/assistant`)
  await page().getByRole('checkbox', { name: 'Assistenten verwenden' }).waitFor()
  expect(await fitsItsWidth(page())).toBe(true)
  await phone.putDown()
})

test('of two hundred messages the first and the newest are read, and the rule is shown', async () => {
  await reader().visitor.api('POST', '/api/session/conventions', {
    locale: 'en-GB',
    timeZone: 'Europe/London',
  })
  await reader().go('inbox')
  await reader().open('The long plan')
  model.script(says('They plan. [[1|Step 1 of the plan]]'))
  await button('Summarise').click()
  const rule = summary().getByText('Based on the first message and the newest ones:')
  await rule.waitFor()
  const [, read = '', all = ''] = /(\d+) of (\d+)/.exec(await rule.innerText()) ?? []
  expect(all).toBe('200')
  expect(Number(read)).toBeLessThan(30)
  const { user = '' } = model.prompts().at(-1) ?? {}
  const numbers = [...user.matchAll(/^-----BEGIN MESSAGE (\d+) /gm)].map(([, number]) => Number(number))
  expect(numbers).toHaveLength(Number(read))
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 200])
  expect(numbers.slice(1)).toEqual(
    Array.from({ length: Number(read) - 1 }, (_, index) => 202 - Number(read) + index),
  )
  model.script(says('All of it. [[1|Step 1 of the plan]]'))
  await button('Read everything').click()
  await button('All of it.').waitFor()
  expect(model.prompts().at(-1)?.user.length).toBeGreaterThan(40_000)
  expect(await fitsItsWidth(page())).toBe(true)
  await takePicture(page(), 'assistant-long-conversation')
})

const mail = () =>
  page()
    .getByRole('dialog')
    .filter({ has: page().getByLabel('Subject') })

async function threadId(): Promise<string> {
  const { accountId, visitor } = reader()
  const { ids } = await visitor.call<{ ids: string[] }>('Email/query', {
    accountId,
    filter: { subject: 'The engine' },
  })
  const { list } = await visitor.call<{ list: Array<{ threadId: string }> }>('Email/get', {
    accountId,
    ids: ids.slice(0, 1),
    properties: ['threadId'],
  })
  return list[0]?.threadId ?? ''
}

/** A conversation that nobody reads to its end. */
function longPlan(): Received[] {
  return Array.from({ length: 200 }, (_, index) => ({
    isSeen: index < 199,
    message: [
      `Subject: ${index === 0 ? '' : 'Re: '}The long plan`,
      'From: Bob <bob@example.net>',
      'To: ada@example.org',
      `Message-ID: <plan${index}@example.net>`,
      ...(index === 0
        ? []
        : [`In-Reply-To: <plan${index - 1}@example.net>`, 'References: <plan0@example.net>']),
      `Date: Thu, 19 Nov 2026 ${String(8 + Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}:00 +0000`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Step ${index + 1} of the plan. ${'It is much like the step before it, and like the one after. '.repeat(6)}`,
    ].join('\r\n'),
  }))
}

const germanTrouble = [
  [{ refusal: { status: 503 } }, 'ist überlastet.'],
  [{ refusal: { status: 401 } }, 'hat den API-Schlüssel abgelehnt.'],
  [{ ...says('eins zwei drei'), cutAtToken: 1 }, 'bevor die Antwort vollständig war.'],
] as const

/** The conversation with a summary that is old: another model would write it now. */
async function openStale(offers = 'Summarise again'): Promise<void> {
  await reader().visitor.api('POST', '/api/admin/assistant', { model: 'other-model' })
  await reader().go('inbox')
  await reader().row('The engine').click()
  await thread().getByRole('button', { name: offers }).waitFor()
}

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { picture, receiptTo } from '../fixtures/messages-to-answer.ts'
import { openWriter, type Writer } from '../fixtures/writer.ts'

/** A person writes, changes their mind, answers everybody, uses a template, and says that a message was read. */
let writer: Writer

beforeAll(async () => {
  writer = await openWriter()
})
beforeEach(() => tellAtFailure(() => writer?.witnesses ?? []))
afterAll(() => writer?.[Symbol.asyncDispose]())

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const row = (subject: string) => writer.row(subject)
const composer = () => writer.composer()
const text = () => writer.text()
const saved = () => writer.saved()
const sunk = (subject: string) => writer.sunk(subject)
const inFolder = (path: string, subject: string) => writer.inFolder(path, subject)

async function waitBeforeSending(time: string): Promise<void> {
  const { page } = writer.ada
  await composer().getByRole('button', { name: 'Send options' }).click()
  await page.getByLabel('Undo send period').selectOption(time)
  await page.keyboard.press('Escape')
}

describe('a message', () => {
  // One test, because what is written is what goes: a second try writes another.
  let lunches = 0

  test('is written by keyboard, reaches Drafts as it grows, is taken back while it waits, and then goes, once', async () => {
    const { page } = writer.ada
    const subject = `Lunch ${(lunches += 1)}`
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net, not an address,')
    await composer().getByText('“not an address” isn’t an email address').waitFor()
    // Chips go as they came.
    await page.keyboard.press('Backspace')
    await composer().getByLabel('Subject').fill(subject)
    await text().click()
    await page.keyboard.type('Hello Bo,')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bring')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- bread')
    await saved()
    await within(async () => expect(await inFolder('Drafts', subject)).toHaveLength(1))

    const files = composer().locator('input[type=file]')
    await files.setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('One two three'),
    })
    await composer().getByText('plan.txt').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await composer().getByRole('button', { name: 'Image' }).click()
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
    await text().locator('img[src^="blob:"]').waitFor()
    expect(await writer.ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await within(async () => {
      const [draft, ...more] = await inFolder('Drafts', subject)
      expect(draft).toContain('dot.png')
      expect(more).toEqual([])
    })

    // Longer than the slowest machine takes for the next click.
    await waitBeforeSending('60 seconds')
    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Sending in/).waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await writer.ada.seesToast('Sending undone. The message is open again.')
    await text().getByText('Hello Bo,').waitFor()
    expect(sunk(subject)).toEqual([])

    await waitBeforeSending('5 seconds')
    await text().click()
    await page.keyboard.press('Control+Enter')
    await within(async () => expect(sunk(subject)).toHaveLength(1))
    const { raw, to } = sunk(subject)[0]!
    expect(to).toEqual(['bo@example.net'])
    const mime = raw.toString()
    expect(mime).toMatch(
      /multipart\/mixed.*multipart\/related.*multipart\/alternative|multipart\/mixed.*multipart\/alternative.*multipart\/related/s,
    )
    expect(mime).toMatch(/Content-ID: <[^>]+@plmail>/)
    expect(mime).toContain('plan.txt')
    expect(mime).toContain('- bread')
    expect(mime).toMatch(/<b>bring<\/b>/)
    await within(async () => {
      expect(await inFolder('Sent', subject)).toHaveLength(1)
      expect(await inFolder('Drafts', subject)).toEqual([])
    })
  })
})

describe('an answer', () => {
  test('to all goes to everybody but oneself, quotes with the table whole, and marks what it answers', async () => {
    const { page } = writer.ada
    await row('The plan').click()
    await page.getByRole('heading', { name: 'The plan' }).waitFor()
    await page.keyboard.press('a')
    await text().waitFor()
    await composer().getByRole('button', { name: 'Quoted text' }).waitFor()
    await page.keyboard.type('Monday is fine.')
    expect(await composer().getByLabel('Subject').inputValue()).toBe('Re: The plan')
    await saved()
    await page.keyboard.press('Control+Enter')
    await within(async () => expect(sunk('Re: The plan')).toHaveLength(1))
    const { raw, to } = sunk('Re: The plan')[0]!
    expect(to.toSorted()).toEqual(['bo@example.net', 'cy@example.net', 'di@example.net'])
    const mime = raw.toString()
    expect(mime).toContain('In-Reply-To: <plan@example.net>')
    expect(mime).toContain('References: <plan@example.net>')
    expect(mime).toMatch(/> Is Monday fine\?/)
    expect(mime).toMatch(/<td>A<\/td>/)
    await within(async () => {
      const { list } = await writer.visitor.call<{ list: { keywords: Record<string, true> }[] }>(
        'Email/get',
        {
          accountId: writer.account.id,
          ids: (
            await writer.visitor.call<{ ids: string[] }>('Email/query', {
              accountId: writer.account.id,
              filter: { header: ['Message-ID', 'plan@example.net'] },
            })
          ).ids.slice(0, 1),
          properties: ['keywords'],
        },
      )
      expect(list[0]?.keywords).toHaveProperty('$answered')
    })
  })
})

describe('a template', () => {
  const dialog = (name: string) => writer.ada.page.getByRole('dialog', { name, exact: true })

  test('is written with what is filled in later, and stands in a message after its name and Tab', async () => {
    const { page } = writer.ada
    await page.keyboard.press('Escape')
    await page.goto(`${writer.plmail.address}/settings/templates`)
    await page.getByRole('button', { name: 'New template' }).click()
    await dialog('New template').getByLabel('Name', { exact: true }).fill('Thank you')
    await dialog('New template')
      .getByLabel('Subject', { exact: true })
      .first()
      .fill('Thanks, {{recipient.firstName}}')
    await dialog('New template').getByRole('textbox', { name: 'Text of the template' }).click()
    await page.keyboard.type('Dear ')
    await dialog('New template').getByRole('button', { name: 'First name of the recipient' }).click()
    await page.keyboard.type(', {{cursor}} for {{order}}')
    await dialog('New template').getByRole('button', { name: 'Save template' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    expect(await writer.ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('Bo Smith <bo@example.net>,')
    await text().click()
    await page.keyboard.type('Hello! ;tha')
    await page.getByText('Template Thank you: press Tab to insert').waitFor()
    await page.keyboard.press('Tab')
    await text().getByText('Hello! Dear Bo, for {{order}}').waitFor()
    expect(await composer().getByLabel('Subject').inputValue()).toBe('Thanks, Bo')
    // The cursor stands where the template wants it.
    await page.keyboard.type('much obliged')
    await page.keyboard.press('Control+Enter')
    await page.getByText('Not filled in: order').waitFor()
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await within(async () => expect(sunk('Thanks, Bo')).toHaveLength(1))
    expect(sunk('Thanks, Bo')[0]!.raw.toString()).toContain('Hello! Dear Bo, much obliged for {{order}}')
  })

  test('is chosen from a list by keyboard, waits for a recipient, and is back after it was deleted', async () => {
    const { page } = writer.ada
    await page.keyboard.press('c')
    await text().click()
    await page.keyboard.press('Control+Shift+e')
    await dialog('Insert template')
      .getByRole('option', { name: /^Thank you/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await text().getByText('Dear {{recipient.firstName}},').waitFor()
    await composer().getByRole('combobox', { name: 'To' }).click()
    await page.keyboard.type('Cy King <cy@example.net>,')
    await text().getByText('Dear Cy,').waitFor()
    await composer().getByRole('button', { name: 'Discard' }).click()
    await writer.ada.seesToast('Draft discarded')
    await page.getByRole('button', { name: 'Delete Thank you' }).click()
    await page.getByText('No templates yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.goto(writer.plmail.address)
    await row('The plan').waitFor()
  })
})

describe('a read receipt', () => {
  test('goes out only when somebody sends it, and those that come are shown on what they are about', async () => {
    const { page } = writer.ada
    await row('Please confirm').click()
    await page.getByText('Bo would like a read receipt.').waitFor()
    expect(sunk('Read: Please confirm')).toEqual([])
    await page.getByRole('button', { name: 'Send receipt' }).click()
    await within(async () => expect(sunk('Read: Please confirm')).toHaveLength(1))
    expect(sunk('Read: Please confirm')[0]).toMatchObject({ from: '', to: ['bo@example.net'] })
    await page.getByText('Bo asks to be told').waitFor({ state: 'detached' })

    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).click()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Contract')
    await text().fill('Please read')
    await composer().getByRole('button', { name: 'More options' }).click()
    await composer().getByRole('menuitemcheckbox', { name: 'Request a read receipt' }).click()
    await text().click()
    await page.keyboard.press('Control+Enter')
    await within(async () => expect(sunk('Contract')).toHaveLength(1))
    const { raw } = sunk('Contract')[0]!
    expect(raw.toString()).toMatch(/^Disposition-Notification-To: .*ada@example\.org/m)
    const about = /^Message-ID: (<[^>]+>)/im.exec(raw.toString())?.[1] ?? ''
    await within(async () => expect(await inFolder('Sent', 'Contract')).toHaveLength(1))
    await writer.dovecot.append(writer.user, 'INBOX', receiptTo(writer.user, about))
    await row('Read: Contract').waitFor()
    await writer.ada.press('g t')
    await row('Contract').click()
    await page.getByText(/^Read by bo@example\.net: .*2026/).waitFor()
    expect(await writer.ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(writer.plmail.address)
    await row('The plan').waitFor()
  })
})

import type { AccountView } from '@plmail/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sourcesAtServer } from '../fixtures/another-client.ts'
import { type BrowserUser, openBrowser } from '../fixtures/browser-user.ts'
import { type Dovecot, startDovecot } from '../fixtures/dovecot.ts'
import { holdBack } from '../fixtures/hold-back.ts'
import { confirmationAskedOf, pasted, picture, planTo, receiptTo } from '../fixtures/letters-to-answer.ts'
import { type PlMail, showLogOnFailure, startPlMail } from '../fixtures/plmail.ts'
import { type SmtpSink, startSmtpSink } from '../fixtures/smtp-sink.ts'
import { administrator, type Visitor } from '../fixtures/visitor.ts'

/** A person writes, changes their mind, answers everybody, loses the server, and nothing that was typed is lost. */
const [user, password] = ['ada@example.org', 'mailbox password']
const [letter, confirm] = [planTo(user), confirmationAskedOf(user)]

let dovecot: Dovecot
let smtp: SmtpSink
let plmail: PlMail
let visitor: Visitor
let account: AccountView
let ada: BrowserUser

beforeAll(async () => {
  dovecot = await startDovecot()
  dovecot.addUser(user, password)
  await dovecot.append(user, 'INBOX', letter)
  await dovecot.append(user, 'INBOX', confirm)
  smtp = await startSmtpSink({
    users: { [user]: password },
    refuse: (recipient) => (recipient.startsWith('nobody@') ? '550 5.1.1 No such person here' : undefined),
  })
  plmail = await startPlMail({ trusts: [dovecot, smtp] })
  visitor = plmail.visitor()
  await visitor.install()
  account = await visitor.addAccount(dovecot, smtp, user, password)
  ada = await openBrowser(plmail.address)
  await signIn()
})
beforeEach(() => showLogOnFailure(() => plmail))
afterAll(async () => {
  await ada?.[Symbol.asyncDispose]()
  await plmail?.[Symbol.asyncDispose]()
  await smtp?.[Symbol.asyncDispose]()
  await dovecot?.[Symbol.asyncDispose]()
})

async function signIn(): Promise<void> {
  const { page } = ada
  await page.goto(plmail.address)
  await page.getByLabel('Email address').fill(administrator.email)
  await page.getByLabel('Password').fill(administrator.password)
  await page.keyboard.press('Enter')
  await row('The plan').waitFor()
}

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const row = (subject: string) => ada.page.getByRole('row').filter({ hasText: subject })
const composer = () => ada.page.getByRole('dialog').filter({ has: ada.page.getByLabel('Subject') })
const text = () => composer().getByRole('textbox', { name: 'Message', exact: true })
const saved = () => composer().locator('[data-save=saved]').waitFor()
const sunk = (subject: string) => smtp.messages.filter(({ raw }) => raw.includes(`Subject: ${subject}`))

const inFolder = (path: string, subject: string) => sourcesAtServer(dovecot, user, path, subject)

describe('a letter', () => {
  test('is written by keyboard, with a list, a picture in the text and a file, and reaches Drafts as it grows', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net, not an address,')
    await composer().getByText('“not an address” is not an address').waitFor()
    // Chips go as they came.
    await page.keyboard.press('Backspace')
    await composer().getByLabel('Subject').fill('Lunch')
    await text().click()
    await page.keyboard.type('Hello Bo,')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('bring')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Enter')
    await page.keyboard.type('- bread')
    await saved()
    await within(async () => expect(await inFolder('Drafts', 'Lunch')).toHaveLength(1))

    const files = composer().locator('input[type=file]')
    await files.setInputFiles({
      name: 'plan.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('One two three'),
    })
    await composer().getByText('plan.txt').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await composer().getByRole('button', { name: 'Picture' }).click()
    await (await chooser).setFiles({ name: 'dot.png', mimeType: 'image/png', buffer: picture })
    await text().locator('img[src^="blob:"]').waitFor()
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await within(async () => {
      const [draft, ...more] = await inFolder('Drafts', 'Lunch')
      expect(draft).toContain('dot.png')
      expect(more).toEqual([])
    })
  })

  test('is taken back while it waits, and then goes: right MIME to its reader, a copy in Sent, no draft left', async () => {
    const { page } = ada
    await composer().getByRole('button', { name: 'Ways to send' }).click()
    await page.getByLabel('Time to undo').selectOption('5 seconds')
    await page.keyboard.press('Escape')
    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page.getByText('Not sent. The message is open again.').waitFor()
    await text().getByText('Hello Bo,').waitFor()
    expect(smtp.messages).toEqual([])

    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByText(/^Sending in/).waitFor()
    await within(async () => expect(sunk('Lunch')).toHaveLength(1))
    const { raw, to } = sunk('Lunch')[0]!
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
      expect(await inFolder('Sent', 'Lunch')).toHaveLength(1)
      expect(await inFolder('Drafts', 'Lunch')).toEqual([])
    })
    await page.getByText('Sent', { exact: true }).first().waitFor()
  })
})

describe('an answer', () => {
  test('to all goes to everybody but oneself, quotes with the table whole, and marks what it answers', async () => {
    const { page } = ada
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
      const { list } = await visitor.call<{ list: { keywords: Record<string, true> }[] }>('Email/get', {
        accountId: account.id,
        ids: (
          await visitor.call<{ ids: string[] }>('Email/query', {
            accountId: account.id,
            filter: { header: ['Message-ID', 'plan@example.net'] },
          })
        ).ids.slice(0, 1),
        properties: ['keywords'],
      })
      expect(list[0]?.keywords).toHaveProperty('$answered')
    })
  })
})

describe('a template', () => {
  const dialog = (name: string) => ada.page.getByRole('dialog', { name, exact: true })

  test('is written with what is filled in later, and stands in a letter after its name and Tab', async () => {
    const { page } = ada
    await page.keyboard.press('Escape')
    await page.goto(`${plmail.address}/settings/templates`)
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
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('Bo Smith <bo@example.net>,')
    await text().click()
    await page.keyboard.type('Hello! ;tha')
    await page.getByText('Template Thank you: press Tab to insert it.').waitFor()
    await page.keyboard.press('Tab')
    await text().getByText('Hello! Dear Bo, for {{order}}').waitFor()
    expect(await composer().getByLabel('Subject').inputValue()).toBe('Thanks, Bo')
    // The cursor stands where the template wants it.
    await page.keyboard.type('much obliged')
    await page.keyboard.press('Control+Enter')
    await page.getByText('These were not filled in: order').waitFor()
    await page.getByRole('button', { name: 'Send as it is' }).click()
    await within(async () => expect(sunk('Thanks, Bo')).toHaveLength(1))
    expect(sunk('Thanks, Bo')[0]!.raw.toString()).toContain('Hello! Dear Bo, much obliged for {{order}}')
  })

  test('is chosen from a list by keyboard, waits for a recipient, and is back after it was deleted', async () => {
    const { page } = ada
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
    await page.getByText('Draft discarded').waitFor()
    await page.getByRole('button', { name: 'Delete Thank you' }).click()
    await page.getByText('There are no templates yet.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.goto(plmail.address)
    await row('The plan').waitFor()
  })
})

describe('a read receipt', () => {
  test('goes out only when somebody sends it, and those that come are shown on what they are about', async () => {
    const { page } = ada
    await row('Please confirm').click()
    await page.getByText('Bo asks to be told that you have read this.').waitFor()
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
    await composer().getByRole('menuitemcheckbox', { name: 'Ask for a read receipt' }).click()
    await text().click()
    await page.keyboard.press('Control+Enter')
    await within(async () => expect(sunk('Contract')).toHaveLength(1))
    const { raw } = sunk('Contract')[0]!
    expect(raw.toString()).toMatch(/^Disposition-Notification-To: .*ada@example\.org/m)
    const about = /^Message-ID: (<[^>]+>)/im.exec(raw.toString())?.[1] ?? ''
    await within(async () => expect(await inFolder('Sent', 'Contract')).toHaveLength(1))
    await dovecot.append(user, 'INBOX', receiptTo(user, about))
    await row('Read: Contract').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await row('Contract').click()
    await page.getByText(/^bo@example\.net has read this: .*2026/).waitFor()
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(plmail.address)
    await row('The plan').waitFor()
  })
})

describe('what can go wrong', () => {
  test('a missing subject and a forgotten attachment are asked about, a refusal is told with the server’s words', async () => {
    const { page } = ada
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('nobody@example.net,')
    await text().click()
    await page.keyboard.type('The list is attached.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send without' }).click()
    await page.getByRole('button', { name: 'Send as it is' }).click()
    await page.getByText('Not delivered to nobody@example.net: 550 5.1.1 No such person here').waitFor()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByText('Refused: 550 5.1.1 No such person here').waitFor()
    expect(await ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
  })

  test('what is typed while the letter is handed over goes with it, and it goes once', async () => {
    const { page } = ada
    const subject = `In haste ${String(Date.now())}`
    await using handedOver = await holdBack(page, 'EmailSubmission/set')
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill(subject)
    await text().fill('As it was')
    await saved()
    await page.keyboard.press('Control+Enter')
    await handedOver.asked
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', and more')
    handedOver.letGo()
    await composer().waitFor({ state: 'detached' })
    await within(async () => expect(sunk(subject)).toHaveLength(1))
    expect(sunk(subject)[0]!.raw.toString()).toContain('As it was, and more')
    await within(async () => expect(await inFolder('Sent', subject)).toHaveLength(1))
    expect(await inFolder('Drafts', subject)).toEqual([])
  })

  test('a letter is scheduled by natural times, listed, and called off again', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Tomorrow')
    await text().fill('See you')
    await composer().getByRole('button', { name: 'Ways to send' }).click()
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click()
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
    await page.getByRole('button', { name: 'Do not send' }).click()
    await page.getByText('Not sent. The draft is in Drafts.').waitFor()
    await page.keyboard.press('Escape')
    expect(sunk('Tomorrow')).toEqual([])
    await within(async () => expect(await inFolder('Drafts', 'Tomorrow')).toHaveLength(1))
  })

  test('400 people fit the field, and 200 MB of text or picture are told of while typing goes on', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    const to = composer().getByRole('combobox', { name: 'To' })
    await to.waitFor()
    await to.evaluate(pasted, Array.from({ length: 400 }, (_, n) => `P${n} <p${n}@example.net>`).join(', '))
    await composer().getByRole('button', { name: 'Remove P399' }).waitFor()
    await to.evaluate(pasted, 'x'.repeat(200_000))
    await composer().getByText('That is too long for a list of addresses.').waitFor()
    await composer().getByLabel('Subject').fill('To many')
    await composer().getByRole('button', { name: 'and 390 more' }).waitFor()
    await text().click()
    await page.keyboard.type('Before')
    await text().evaluate(pasted, 200_000_000)
    await text().evaluate((field) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(200_000_000)], 'huge.png', { type: 'image/png' }))
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })
    const files = composer().getByRole('region', { name: 'Attachments' }).getByRole('listitem')
    for (const name of ['pasted-text.txt', 'huge.png'])
      await files
        .filter({ hasText: name })
        .getByText(/^Larger than/)
        .waitFor()
    expect(await text().locator('img[src^="blob:"]').count()).toBe(0)
    await page.keyboard.type(' and after')
    await text().getByText('Before and after').waitFor()
    await page.keyboard.press('Control+Enter')
    await composer().getByText('An attachment is not uploaded. Try it again or remove it.').waitFor()
    for (const name of ['pasted-text.txt', 'huge.png'])
      await composer()
        .getByRole('button', { name: `Remove ${name}` })
        .click()
    await text().click()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send to all' }).click()
    await composer().waitFor({ state: 'detached' })
  })

  test('two tabs on one draft keep what is written in each, and say so', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await composer().getByLabel('Subject').fill('Contested')
    await text().fill('Begun')
    await saved()
    const other = await page.context().newPage()
    other.setDefaultTimeout(45_000)
    await other.goto(page.url())
    await other.getByRole('grid').waitFor()
    await other.keyboard.press('g')
    await other.keyboard.press('d')
    await other.getByRole('row').filter({ hasText: 'Contested' }).click()
    const theirs = other.getByRole('dialog').filter({ has: other.getByLabel('Subject') })
    await theirs.getByText('This draft is open in another window too.').waitFor()
    await theirs.getByRole('textbox', { name: 'Message', exact: true }).click()
    await other.keyboard.press('Control+End')
    await other.keyboard.type(' there')
    await theirs.locator('[data-save=saved]').waitFor()
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' here')
    await composer().getByText('This draft was changed in another window.').waitFor()
    await saved()
    await within(async () => {
      const drafts = (await inFolder('Drafts', 'Contested')).map(
        (raw) => /Begun (?:here|there)/.exec(raw)?.[0],
      )
      expect(drafts.toSorted()).toEqual(['Begun here', 'Begun there'])
    })
    // The list of both tabs has both.
    await other.keyboard.press('Escape')
    const both = other.getByRole('row').filter({ hasText: 'Contested' })
    await expect.poll(() => both.count()).toBe(2)
    await other.close()
    await within(async () => expect(sunk('To many')[0]?.to).toHaveLength(400))
  })

  test('a session that ends while somebody writes takes nothing out of their hands', async () => {
    const { page } = ada
    await page.evaluate(() => fetch('/logout', { method: 'POST', redirect: 'manual' }))
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', signed')
    await page.getByRole('status').filter({ hasText: 'Sign in to go on' }).waitFor()
    await page.keyboard.type(' out')
    await text().getByText('Begun here, signed out').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to go on' })
    await dialog.getByLabel('Password').fill(administrator.password)
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and in again')
    await saved()
    await within(async () =>
      expect((await inFolder('Drafts', 'Contested')).join()).toContain('Begun here, signed out and in again'),
    )
    await page.keyboard.press('Escape')
    await composer().waitFor({ state: 'detached' })
  })

  test('a dead server and a closed tab lose nothing: the letter is back, and saved when the server is', async () => {
    const { page } = ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Unlucky')
    await text().fill('First half')
    await saved()
    await plmail.kill9()
    await text().click()
    await page.keyboard.press('End')
    await page.keyboard.type(', second half')
    await composer().locator('[data-save=away]').waitFor()
    const context = page.context()
    await page.close()
    await plmail.start()
    const again = await context.newPage()
    again.setDefaultTimeout(45_000)
    await again.goto(plmail.address)
    await again.getByText('This device kept this message').waitFor()
    await again.getByText('First half, second half').waitFor()
    await again.locator('[data-save=saved]').waitFor()
    await within(async () => {
      const drafts = await inFolder('Drafts', 'Unlucky')
      expect(drafts).toHaveLength(1)
      expect(drafts[0]).toContain('First half, second half')
    })
    // Nothing is kept here that the server has.
    expect(
      await again.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plmail-letter/'))),
    ).toEqual([])
    await again.close()
  })
})

test('on a phone the letter is the screen, opened from Drafts and thrown away with a way back', async () => {
  const page = await ada.page.context().newPage()
  page.setDefaultTimeout(45_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const filter = { role: 'drafts' }
  const { ids } = await visitor.call<{ ids: string[] }>('Mailbox/query', { accountId: account.id, filter })
  await page.goto(`${plmail.address}/mail/${account.id}/${ids[0]!}`)
  await page.getByRole('row').filter({ hasText: 'Unlucky' }).click()
  const sheet = page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
  await sheet.getByText('First half, second half').waitFor()
  expect(await sheet.boundingBox()).toMatchObject({ width: 390, height: 844 })
  // To the keyboard as well: no stop of the tabulator lies behind it.
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => Boolean(document.activeElement?.closest('.app')))).toBe(false)
  }
  await sheet.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('Draft discarded').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('row').filter({ hasText: 'Unlucky' }).waitFor()
  await page.close()
})

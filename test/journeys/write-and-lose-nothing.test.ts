import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { holdBack } from '../fixtures/hold-back.ts'
import { pasted } from '../fixtures/messages-to-answer.ts'
import { administrator } from '../../packages/server-testing/src/http/visitor.ts'
import { openWriter, type Writer } from '../fixtures/writer.ts'

/** A person is refused, is hasty, pastes too much, loses session, server and tab, and nothing that was typed is lost. */
let writer: Writer

beforeAll(async () => {
  writer = await openWriter()
})
beforeEach(() => tellAtFailure(() => writer?.witnesses ?? []))
afterAll(() => writer?.[Symbol.asyncDispose]())

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const composer = () => writer.composer()
const text = () => writer.text()
const saved = () => writer.saved()
const sunk = (subject: string) => writer.sunk(subject)
const inFolder = (path: string, subject: string) => writer.inFolder(path, subject)

describe('what can go wrong', () => {
  test('a missing subject and a forgotten attachment are asked about, a refusal is told with the server’s words', async () => {
    const { page } = writer.ada
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('nobody@example.net,')
    await text().click()
    await page.keyboard.type('The list is attached.')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByText('Not delivered to nobody@example.net: 550 5.1.1 No such person here').waitFor()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByText('Refused: 550 5.1.1 No such person here').waitFor()
    expect(await writer.ada.violations()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.keyboard.press('Escape')
  })

  test('what is typed while the message is handed over goes with it, and it goes once', async () => {
    const { page } = writer.ada
    const subject = `In haste ${String(Date.now())}`
    await using handedOver = await holdBack(page, 'EmailSubmission/set')
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill(subject)
    await text().fill('As it was')
    await saved()
    await page.keyboard.press('Control+Enter')
    await handedOver.requested
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', and more')
    handedOver.letGo()
    await composer().waitFor({ state: 'detached' })
    await within(async () => expect(sunk(subject)).toHaveLength(1))
    expect(sunk(subject)[0]!.raw.toString()).toContain('As it was, and more')
    await within(async () => expect(await inFolder('Sent', subject)).toHaveLength(1))
    await within(async () => expect(await inFolder('Drafts', subject)).toEqual([]))
  })

  test('a message is scheduled by natural times, listed, and called off again', async () => {
    const { page } = writer.ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Tomorrow')
    await text().fill('See you')
    await composer().getByRole('button', { name: 'Send options' }).click()
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click()
    await page.getByRole('button', { name: 'View' }).click()
    await page.getByRole('heading', { name: 'Scheduled' }).waitFor()
    await page.getByRole('button', { name: 'Cancel sending' }).click()
    await writer.ada.seesToast('Sending cancelled. The message is in Drafts.')
    await page.keyboard.press('Escape')
    expect(sunk('Tomorrow')).toEqual([])
    await within(async () => expect(await inFolder('Drafts', 'Tomorrow')).toHaveLength(1))
  })

  test('400 people fit the field, and 200 MB of text or picture are told of while typing goes on', async () => {
    const { page } = writer.ada
    await page.keyboard.press('c')
    const to = composer().getByRole('combobox', { name: 'To' })
    await to.waitFor()
    await to.evaluate(pasted, Array.from({ length: 400 }, (_, n) => `P${n} <p${n}@example.net>`).join(', '))
    await composer().getByRole('button', { name: 'Remove P399' }).waitFor()
    await to.evaluate(pasted, 'x'.repeat(200_000))
    await composer().getByText('This is too long for a list of addresses.').waitFor()
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
    await composer().getByText('An attachment wasn’t uploaded. Try again or remove it.').waitFor()
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
    const { page } = writer.ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await composer().getByLabel('Subject').fill('Contested')
    await text().fill('Begun')
    await saved()
    const secondTab = await page.context().newPage()
    secondTab.setDefaultTimeout(45_000)
    await secondTab.goto(page.url())
    await secondTab.getByRole('grid').waitFor()
    // Together: the page waits for the second only so long.
    await Promise.all([secondTab.keyboard.press('g'), secondTab.keyboard.press('d')])
    await secondTab.getByRole('row').filter({ hasText: 'Contested' }).click()
    const theirs = secondTab.getByRole('dialog').filter({ has: secondTab.getByLabel('Subject') })
    await theirs.getByText('This draft is also open in another window.').waitFor()
    await theirs.getByRole('textbox', { name: 'Message', exact: true }).click()
    await secondTab.keyboard.press('Control+End')
    await secondTab.keyboard.type(' there')
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
    await secondTab.keyboard.press('Escape')
    const both = secondTab.getByRole('row').filter({ hasText: 'Contested' })
    await expect.poll(() => both.count()).toBe(2)
    await secondTab.close()
    await within(async () => expect(sunk('To many')[0]?.to).toHaveLength(400))
  })

  test('a session that ends while somebody writes takes nothing out of their hands', async () => {
    const { page } = writer.ada
    await page.evaluate(() => fetch('/logout', { method: 'POST', redirect: 'manual' }))
    await text().click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(', signed')
    await page.getByRole('status').filter({ hasText: 'Sign in to continue' }).waitFor()
    await page.keyboard.type(' out')
    await text().getByText('Begun here, signed out').waitFor()
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in to continue' })
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

  test('a dead server and a closed tab lose nothing: the message is back, and saved when the server is', async () => {
    const { page } = writer.ada
    await page.keyboard.press('c')
    await composer().getByRole('combobox', { name: 'To' }).waitFor()
    await page.keyboard.type('bo@example.net,')
    await composer().getByLabel('Subject').fill('Unlucky')
    await text().fill('First half')
    await saved()
    await writer.plmail.kill9()
    await text().click()
    await page.keyboard.press('End')
    await page.keyboard.type(', second half')
    await composer().locator('[data-save=away]').waitFor()
    const context = page.context()
    await page.close()
    await writer.plmail.start()
    const again = await context.newPage()
    again.setDefaultTimeout(45_000)
    await again.goto(writer.plmail.address)
    await again.getByText('Restored from this device').waitFor()
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

test('on a phone the message is the screen, opened from Drafts and thrown away with a way back', async () => {
  const page = await writer.ada.page.context().newPage()
  page.setDefaultTimeout(45_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const filter = { role: 'drafts' }
  const { ids } = await writer.visitor.call<{ ids: string[] }>('Mailbox/query', {
    accountId: writer.account.id,
    filter,
  })
  await page.goto(`${writer.plmail.address}/mail/${writer.account.id}/${ids[0]!}`)
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
  await page.getByRole('button', { name: 'Undo' }).click()
  await writer.ada.seesToast('Draft discarded')
  await page.getByRole('row').filter({ hasText: 'Unlucky' }).waitFor()
  await page.close()
})

test('a message that is thrown away by somebody who leaves at once is gone, whatever of it was saved', async () => {
  const context = writer.ada.page.context()
  const page = await context.newPage()
  page.setDefaultTimeout(45_000)
  await page.goto(writer.plmail.address)
  await page.getByRole('grid').waitFor()
  await page.keyboard.press('c')
  const message = page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
  await message.getByLabel('Subject').fill('Regretted')
  await message.locator('[data-save=saved]').waitFor()
  await within(async () => expect(await inFolder('Drafts', 'Regretted')).toHaveLength(1))
  // Nothing leaves the device any more.
  await page.route('**/jmap/api', (route) => route.abort())
  await message.getByRole('textbox', { name: 'Message', exact: true }).fill('On second thought')
  await message.getByRole('button', { name: 'Discard' }).evaluate((button: HTMLElement) => {
    button.click()
    location.assign('about:blank')
  })
  await page.waitForURL('about:blank')
  await page.close()
  const again = await context.newPage()
  again.setDefaultTimeout(45_000)
  await again.goto(writer.plmail.address)
  await again.getByRole('grid').waitFor()
  await within(async () => expect(await inFolder('Trash', 'Regretted')).toHaveLength(1))
  expect(await inFolder('Drafts', 'Regretted')).toEqual([])
  expect(await again.getByText('Restored from this device').count()).toBe(0)
  await again.close()
})

describe('what nobody was there to hear', () => {
  beforeAll(async () => {
    const { page } = writer.ada
    if (!page.isClosed()) await page.goto('about:blank')
  })

  /** In a tab of its own, which lives as long as `work`. */
  async function inTab(work: (page: Page) => Promise<void>): Promise<void> {
    const context = writer.ada.page.context()
    const page = await context.newPage()
    page.setDefaultTimeout(45_000)
    try {
      await page.goto(writer.plmail.address)
      await page.getByRole('grid').waitFor()
      await work(page)
    } finally {
      // Left open, it would hear first what the next try waits for, and there would be no network for that either.
      await context.setOffline(false)
      await page.close()
    }
  }
  const composerIn = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
  const outboxIn = (page: Page) => page.getByRole('dialog', { name: 'Outbox' })
  const textIn = (page: Page) => composerIn(page).getByRole('textbox', { name: 'Message', exact: true })
  const openOutbox = (page: Page) => page.locator('aside').getByRole('button', { name: 'Outbox' }).click()

  test('a refusal is told at the next start, and not at the one after', async () => {
    const subject = `Into the void ${String(Date.now())}`
    await inTab(async (page) => {
      await page.keyboard.press('c')
      await composerIn(page).getByRole('combobox', { name: 'To' }).waitFor()
      await page.keyboard.type('nobody@example.net,')
      await composerIn(page).getByLabel('Subject').fill(subject)
      await page.keyboard.press('Control+Enter')
      await composerIn(page).waitFor({ state: 'detached' })
    })
    const { visitor, account } = writer
    type Refusable = {
      list: { emailId: string; deliveryStatus: Record<string, { delivered: string }> | null }[]
    }
    await within(async () => {
      const args = { accountId: account.id }
      const { ids } = await visitor.call<{ ids: string[] }>('Email/query', { ...args, filter: { subject } })
      const { list } = await visitor.call<Refusable>('EmailSubmission/get', { ...args, ids: null })
      const fates = list
        .filter(({ emailId }) => ids.includes(emailId))
        .flatMap(({ deliveryStatus }) => Object.values(deliveryStatus ?? {}))
      expect(fates.map(({ delivered }) => delivered)).toEqual(['no'])
    })
    const reported = 'Not delivered to nobody@example.net: 550 5.1.1 No such person here'
    await inTab(() => writer.ada.seesToast(reported))
    await inTab(async (page) => {
      await openOutbox(page)
      await outboxIn(page)
        .getByRole('listitem')
        .filter({ hasText: subject })
        .getByText('Refused: 550')
        .waitFor()
      expect(await page.getByText(reported).count()).toBe(0)
    })
  })

  /** Throws away a message whose end the server never had, and begins anew without a server. */
  async function throwAwayOffline(page: Page, subject: string): Promise<void> {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.keyboard.press('c')
    await composerIn(page).getByLabel('Subject').fill(subject)
    await composerIn(page).locator('[data-save=saved]').waitFor()
    await page.context().setOffline(true)
    await textIn(page).fill('Only this device has it')
    await composerIn(page).getByRole('button', { name: 'Discard' }).click()
    await composerIn(page).waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('grid').waitFor()
    await openOutbox(page)
    await outboxIn(page).getByRole('heading', { name: 'Discarded on this device' }).waitFor()
    await outboxIn(page).getByText(subject).waitFor()
  }

  test('a message thrown away without the server is taken back from the outbox, also after the page was left', async () => {
    const subject = `On third thought ${String(Date.now())}`
    await inTab(async (page) => {
      await throwAwayOffline(page, subject)
      await outboxIn(page).getByRole('button', { name: 'Restore' }).click()
      await textIn(page).getByText('Only this device has it').waitFor()
      await page.context().setOffline(false)
      await composerIn(page).locator('[data-save=saved]').waitFor()
    })
    await within(async () => {
      const drafts = await inFolder('Drafts', subject)
      expect(drafts).toHaveLength(1)
      expect(drafts[0]).toContain('Only this device has it')
    })
  })

  test('a message thrown away without the server is gone from the device once the server has heard of it', async () => {
    const subject = `Gone for good ${String(Date.now())}`
    await inTab(async (page) => {
      await throwAwayOffline(page, subject)
      await page.context().setOffline(false)
      await within(async () => expect(await inFolder('Trash', subject)).toHaveLength(1))
      const left = () =>
        page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('plmail-discarded/')))
      await expect.poll(left, { timeout: 60_000 }).toEqual([])
      expect(await inFolder('Drafts', subject)).toEqual([])
    })
  })
})

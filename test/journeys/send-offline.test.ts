import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { tellAtFailure } from '../fixtures/at-failure.ts'
import { openWriter, type Writer } from '../fixtures/writer.ts'

/** A person writes without a network: what is told to go waits on the device, and goes once when the network is back. */
let writer: Writer

beforeAll(async () => {
  writer = await openWriter()
  // The client itself is on the device from here on.
  await writer.ada.page.evaluate(async () => void (await navigator.serviceWorker.ready))
})
beforeEach(() => tellAtFailure(() => writer?.witnesses ?? []))
afterAll(() => writer?.[Symbol.asyncDispose]())

const within = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: 60_000, interval: 100 })
const waits = 'Will be sent when you’re back online'
const bar = (page: Page) => page.getByRole('status').filter({ hasText: /Offline/ })
const setOffline = async (isOffline: boolean, page = writer.ada.page): Promise<void> => {
  await page.context().setOffline(isOffline)
  await bar(page).waitFor({ state: isOffline ? 'visible' : 'detached' })
}
const composer = (page: Page) => page.getByRole('dialog').filter({ has: page.getByLabel('Subject') })
const outboxLink = (page: Page) => page.getByRole('button', { name: 'Outbox' })

async function write(subject: string, text: string, page = writer.ada.page): Promise<void> {
  await page.keyboard.press('c')
  await composer(page).getByRole('combobox', { name: 'To' }).waitFor()
  await page.keyboard.type('bo@example.net,')
  await composer(page).getByLabel('Subject').fill(subject)
  await composer(page).getByRole('textbox', { name: 'Message', exact: true }).fill(text)
}

async function send(page = writer.ada.page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await page.getByText(waits).first().waitFor()
  await composer(page).waitFor({ state: 'detached' })
}

describe('sending without a network', () => {
  test('waits on the device over a reload, is opened again, and goes once when the network is back', async () => {
    const { page } = writer.ada
    await setOffline(true)
    await write('From the train', 'In the tunnel')
    await send()
    await page.reload()
    await writer.row('The plan').waitFor()
    expect(await composer(page).count()).toBe(0)
    await outboxLink(page).getByText('1 waiting').waitFor()
    await outboxLink(page).click()
    const outbox = page.getByRole('dialog', { name: 'Outbox' })
    await outbox.getByText(waits).waitFor()
    expect(await writer.ada.violations()).toEqual([])
    await outbox.getByRole('button', { name: 'Edit' }).click()
    await composer(page).getByText('In the tunnel').waitFor()
    expect(await outboxLink(page).getByText('1 waiting').count()).toBe(0)
    await writer.text().fill('In the tunnel, still')
    await send()
    expect(writer.sunk('From the train')).toEqual([])

    await setOffline(false)
    await page.getByText('Sending “From the train”').waitFor()
    await within(async () => expect(writer.sunk('From the train')).toHaveLength(1))
    expect(writer.sunk('From the train')[0]!.raw.toString()).toContain('In the tunnel, still')
    await within(async () => expect(await writer.inFolder('Sent', 'From the train')).toHaveLength(1))
    await within(async () => expect(await writer.inFolder('Drafts', 'From the train')).toEqual([]))
  })

  test('takes files along that were attached without a network, over a reload and once', async () => {
    const { page } = writer.ada
    await setOffline(true)
    await write('With the plan', 'Attached in the tunnel')
    const bytes = Buffer.from('tunnel'.repeat(10_000))
    await composer(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: bytes })
    await composer(page).getByText('Waiting to upload').waitFor()
    await send()
    await page.reload()
    await writer.row('The plan').waitFor()
    await outboxLink(page).getByText('1 waiting').waitFor()
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/jmap/upload/')) uploads.push(request.url())
    })
    await setOffline(false)
    await page.getByText('Sending “With the plan”').waitFor()
    await within(async () => expect(writer.sunk('With the plan')).toHaveLength(1))
    const sent = writer.sunk('With the plan')[0]!.raw.toString()
    expect(sent).toContain('filename=plan.txt')
    expect(sent.replaceAll(/=\r?\n/g, '').includes(bytes.toString())).toBe(true)
    expect(uploads).toHaveLength(1)
  })

  test('is undone by z, before the network is back and after', async () => {
    const { page } = writer.ada
    await setOffline(true)
    await write('Second thoughts', 'Not like this')
    await send()
    await page.keyboard.press('z')
    await composer(page).getByText('Not like this').waitFor()
    await send()
    await setOffline(false)
    await page.getByText('Sending “Second thoughts”').waitFor()
    await page.keyboard.press('z')
    await composer(page).getByText('Not like this').waitFor()
    await composer(page).getByRole('button', { name: 'Discard' }).click()
    await composer(page).waitFor({ state: 'detached' })
    expect(writer.sunk('Second thoughts')).toEqual([])
  })

  test('goes once where the answer to it is lost and the tab with it, with two tabs open', async () => {
    const { page } = writer.ada
    // A second try sends another message.
    const subject = `Heard by nobody ${String(Date.now())}`
    const otherWindow = await page.context().newPage()
    await otherWindow.goto(page.url())
    await otherWindow.getByRole('row').filter({ hasText: 'The plan' }).waitFor()
    const lost = vi.fn()
    const lose = async (route: Route): Promise<void> => {
      const isLost = route.request().postData()?.includes('"EmailSubmission/set"') === true
      if (!isLost || lost.mock.calls.length > 0) return route.fallback()
      lost()
      await route.fetch()
      await route.abort('connectionreset')
    }
    await page.context().route('**/jmap/api', lose)
    await write(subject, 'But taken')
    await send()
    await within(async () => expect(lost).toHaveBeenCalledOnce())
    await page.reload()
    await writer.row('The plan').waitFor()
    await within(async () => expect(writer.sunk(subject)).toHaveLength(1))
    for (const tab of [page, otherWindow])
      await outboxLink(tab).getByText('1 waiting').waitFor({ state: 'detached' })
    await page.context().unroute('**/jmap/api', lose)
    await otherWindow.close()
    await within(async () => expect(await writer.inFolder('Sent', subject)).toHaveLength(1))
    await within(async () => expect(await writer.inFolder('Drafts', subject)).toEqual([]))
    expect(writer.sunk(subject)).toHaveLength(1)
  })
})

describe('answering without a network', () => {
  const thread = () => writer.ada.page.getByRole('region', { name: 'Conversation' })

  test('begins with the quote and the people, belongs to the conversation, and goes once the network is back', async () => {
    const { page } = writer.ada
    await writer.row('The plan').click()
    await thread().locator('iframe').first().contentFrame().getByText('Monday').waitFor()
    await setOffline(true)
    const began = async (key: string, subject: string): Promise<void> => {
      await page.keyboard.press(key)
      await writer.text().waitFor()
      expect(await composer(page).getByLabel('Subject').inputValue()).toBe(subject)
    }
    await began('f', 'Fwd: The plan')
    await composer(page).getByRole('button', { name: 'Discard' }).click()
    await composer(page).waitFor({ state: 'detached' })
    await began('a', 'Re: The plan')
    for (const name of ['Bo', 'Cy', 'Di'])
      await composer(page)
        .getByRole('button', { name: `Remove ${name}` })
        .waitFor()
    await composer(page).getByRole('button', { name: 'Discard' }).click()
    await composer(page).waitFor({ state: 'detached' })
    await began('r', 'Re: The plan')
    await page.keyboard.type('Read in the tunnel.')
    await send()
    await setOffline(false)
    await within(async () => expect(writer.sunk('Re: The plan')).toHaveLength(1))
    const sent = writer.sunk('Re: The plan')[0]!.raw.toString()
    expect(sent).toContain('Read in the tunnel.')
    expect(sent).toMatch(/Bo wrote:[^]*Is <b>Monday<\/b> fine/)
    expect(sent).toMatch(/^In-Reply-To: <plan@example\.net>/m)
  })

  test('says so where the message is not on the device', async () => {
    const { page } = writer.ada
    await page.evaluate(async () => {
      const named = (await indexedDB.databases()).find(({ name }) => name?.startsWith('plmail-mail-'))
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(named?.name ?? '')
        opening.onerror = () => reject(new Error('the mail of the device does not open'))
        opening.onsuccess = () => {
          const tx = opening.result.transaction('bodies', 'readwrite')
          tx.objectStore('bodies').clear()
          tx.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    })
    await page.goto(`${writer.plmail.address}/mail/inbox`)
    await writer.row('Please confirm').waitFor()
    await page.context().setOffline(true)
    await page.goto(`${writer.plmail.address}/mail/inbox`)
    await bar(page).waitFor()
    await writer.row('Please confirm').click()
    await thread().waitFor()
    await page.keyboard.press('r')
    await page.getByText('This message isn’t on this device.').waitFor()
    await setOffline(false)
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await writer.text().waitFor()
    expect(await composer(page).getByLabel('Subject').inputValue()).toBe('Re: Please confirm')
  })
})

import { describe, expect, test, vi } from 'vitest'
import { takeDeviceDraft } from '../draft/device-drafts.ts'
import { sendingBrowser } from './queue.fixture.ts'

const id = 'operation-1'

test('a message that was queued while the server was away goes once it is back, and says so', async () => {
  const { server, openWindow, content, submissions, drafts, stored, timers, toasts } = await sendingBrowser()
  const queue = openWindow()
  server.isDown = true
  expect(await queue.add({ id, content: content(), isTried: false })).toBe(true)
  expect(await queue.send()).toBe(false)
  expect(queue.all).toMatchObject([{ subject: 'From the train', to: ['bo@example.net'] }])
  expect(stored.get(id)?.isTried).toBe(false)
  server.isDown = false
  timers.shift()?.()
  await vi.waitFor(() => expect(queue.all).toEqual([]))
  expect(submissions).toMatchObject([{ operation: id, emailId: drafts[0]?.id, identityId: 'I1' }])
  expect(toasts.current?.text).toBe('Sending “From the train”')
})

test('it is sent once where answers are lost, whichever it is', async () => {
  for (const lost of ['Email/set', 'EmailSubmission/set']) {
    const { server, losing, openWindow, content, submissions, drafts, stored } = await sendingBrowser()
    await openWindow().add({ id, content: content(), isTried: false })
    losing.from = lost
    expect(await openWindow().send()).toBe(false)
    // The browser is started again.
    server.losesAnswers = false
    expect(await openWindow().send()).toBe(true)
    expect([submissions.length, drafts.length, stored.size]).toEqual([1, 1, 0])
  }
})

test('two windows without locks send it once, and leave one draft', async () => {
  const { openWindow, content, submissions } = await sendingBrowser()
  const [first, second] = [openWindow(false), openWindow(false)]
  await first.add({ id, content: content(), isTried: false })
  await Promise.all([first.send(), second.send()])
  expect(submissions).toHaveLength(1)
  expect([first.all, second.all]).toEqual([[], []])
})

test('it takes the place of drafts that it was written as, also of those whose saving has no answer', async () => {
  const { openWindow, content, drafts, submissions } = await sendingBrowser()
  drafts.push({ id: 'M7', messageId: 'lost@example.org' }, { id: 'M8', messageId: 'saved@example.org' })
  const { draft } = content()
  const saved = { accountId: 'A1', emailId: 'M8' }
  await openWindow().add({
    id,
    isTried: false,
    content: content({ draft: { ...draft, draft: saved }, formerMessageIds: ['lost@example.org'] }),
  })
  await openWindow().send()
  expect(drafts.map(({ messageId }) => messageId)).toEqual(['queued@example.org'])
  expect(submissions).toHaveLength(1)
})

test('taken back while it waits, it opens again as it was written and is not sent', async () => {
  const { server, openWindow, content, submissions, compose, deviceDrafts, stored } = await sendingBrowser()
  const queue = openWindow()
  server.isDown = true
  await queue.add({ id, content: content(), isTried: false })
  await openWindow().takeBack(id)
  expect(compose.drafts).toMatchObject([{ wish: { kind: 'kept', isWantedBack: true } }])
  expect([...deviceDrafts.values()]).toEqual([expect.stringContaining('From the train')])
  expect([queue.all.length, stored.size]).toEqual([0, 0])
  server.isDown = false
  await queue.send()
  expect(submissions).toEqual([])
})

test('what the server may have is taken back there, or left alone where nobody knows', async () => {
  const { server, losing, openWindow, content, submissions, compose, toasts, stored } = await sendingBrowser()
  const queue = openWindow()
  await queue.add({ id, content: content(), isTried: false })
  losing.from = 'EmailSubmission/set'
  expect(await queue.send()).toBe(false)
  expect(stored.get(id)?.isTried).toBe(true)
  await queue.takeBack(id)
  expect(toasts.current?.text).toBe('The server can’t be reached: the message may already be on its way.')
  expect([compose.drafts.length, queue.all.length]).toEqual([0, 1])
  server.losesAnswers = false
  await queue.takeBack(id)
  expect(submissions).toMatchObject([{ undoStatus: 'canceled' }])
  expect(compose.drafts).toMatchObject([{ wish: { kind: 'draft', accountId: 'A1' } }])
  expect(queue.all).toEqual([])
})

test('what the server will not take waits for its writer, with the reason, and can be opened', async () => {
  const { openWindow, content, refusing, toasts, compose, submissions } = await sendingBrowser()
  refusing.why = { type: 'forbiddenFrom', description: 'The account does not send as ada@example.org' }
  const queue = openWindow()
  await queue.add({ id, content: content(), isTried: false })
  expect(await queue.send()).toBe(false)
  expect(toasts.current?.text).toBe(
    '“From the train” wasn’t sent: The account does not send as ada@example.org',
  )
  expect(queue.all).toMatchObject([{ problem: 'The account does not send as ada@example.org.' }])
  refusing.why = undefined
  await queue.send()
  expect(submissions).toEqual([])
  await queue.takeBack(id)
  expect(compose.drafts).toHaveLength(1)
})

describe('files that were added without a network', () => {
  const attached = (content: ReturnType<Awaited<ReturnType<typeof sendingBrowser>>['content']>) => {
    const { draft } = content
    const files = ['one', 'two'].map((text, at) => ({ id: at + 1, bytes: new File([text], `${text}.txt`) }))
    const listed = files.map(({ id: number, bytes }) => ({
      id: number,
      name: bytes.name,
      type: 'text/plain',
      size: bytes.size,
      cid: undefined,
      blob: undefined,
      state: 'waiting' as const,
      progress: 0,
    }))
    return { ...content, files, draft: { ...draft, fields: { ...draft.fields, files: listed } } }
  }

  test('go up once, however often an answer is lost, and with the message', async () => {
    const { server, losing, openWindow, content, submissions, drafts, uploads } = await sendingBrowser()
    server.isDown = true
    await openWindow().add({ id, content: attached(content()), isTried: false })
    expect(await openWindow().send()).toBe(false)
    server.isDown = false
    losing.from = 'Email/set'
    expect(await openWindow().send()).toBe(false)
    server.losesAnswers = false
    expect(await openWindow().send()).toBe(true)
    expect(uploads).toEqual(['one', 'two'])
    expect(drafts.map(({ attachments }) => attachments)).toEqual([['B1', 'B2']])
    expect(submissions).toHaveLength(1)
  })

  test('are in the window again with a message that is taken back', async () => {
    const { openWindow, content, compose, deviceDrafts } = await sendingBrowser()
    const queue = openWindow()
    await queue.add({ id, content: attached(content()), isTried: false })
    await queue.takeBack(id)
    const [wish] = compose.drafts.map((composing) => composing.wish)
    if (wish?.kind !== 'kept') throw new Error('No window has opened')
    const shelf = {
      getItem: (key: string) => deviceDrafts.get(key) ?? null,
      setItem: () => undefined,
      removeItem: () => undefined,
    }
    const draft = takeDeviceDraft(shelf, wish.storageKey)
    expect(draft?.fields.files.map(({ name }) => name)).toEqual(['one.txt', 'two.txt'])
    const texts = [...(draft?.sources?.values() ?? [])].map((file) => file.text())
    expect(await Promise.all(texts)).toEqual(['one', 'two'])
  })
})

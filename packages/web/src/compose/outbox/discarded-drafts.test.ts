import { describe, expect, test } from 'vitest'
import { client } from '../../commands/client.fixture.ts'
import { createComposeDesk, createTypingHandover } from '../../commands/index.ts'
import { settled } from '../../records/mail/mail-server.fixture.ts'
import { createDiscardedLetters } from './discarded-drafts.ts'
import { takenBack } from '../draft/device-drafts.ts'

const key = 'plmail-discarded/U1/1'
const fields = { to: [], files: [], subject: 'Lunch', sender: { accountId: 'A1' } }

/** A device that keeps one discarded letter, with the list of them open. */
async function listed() {
  const { server, records, outbox, toasts, dialogs } = await client(1)
  server.teach('EmailSubmission/get', () => ({ accountId: 'A1', state: '1', list: [], notFound: [] }))
  const methods = {
    getItem: (name: string) => shelf[name] ?? null,
    setItem: (name: string, value: string) => void (shelf[name] = value),
    removeItem: (name: string) => delete shelf[name],
  }
  const shelf = Object.assign(Object.create(methods), {
    [key]: JSON.stringify({ fields, body: { html: null, text: 'As it was' } }),
  }) as Record<string, string> & Storage
  const compose = createComposeDesk(
    [],
    createTypingHandover(
      () => () => undefined,
      () => undefined,
    ),
  )
  const parts = { records, outbox, toasts, dialogs, compose, session: { user: { id: 'U1' } } as never }
  return { shelf, compose, records, letters: createDiscardedLetters(parts, shelf) }
}

describe('the list of what was thrown away on this device', () => {
  test('gives a letter that was deleted for good back while it is open', async () => {
    const { shelf, letters } = await listed()
    const before = shelf[key]
    letters.destroy(key)
    expect([Object.keys(shelf), letters.all]).toEqual([[], [{ key, subject: 'Lunch', isDestroyed: true }]])
    letters.restore(key)
    expect(letters.all).toEqual([{ key, subject: 'Lunch', isDestroyed: false }])
    expect(JSON.parse(shelf[key] ?? '')).toEqual(JSON.parse(before ?? ''))
  })

  test('offers nothing any more once the server has heard of it', async () => {
    const { shelf, letters, records } = await listed()
    const end = letters.follow()
    delete shelf[key]
    await records.submissions.load()
    await settled()
    expect(letters.all).toEqual([])
    end()
  })

  test('opens one as it was, and remembers that it was taken back', async () => {
    const { shelf, letters, compose } = await listed()
    letters.takeBack(key)
    const shelfKey = 'plmail-letter/U1/1'
    expect(compose.letters).toMatchObject([{ wish: { kind: 'kept', shelfKey, isWantedBack: true } }])
    expect([Object.keys(shelf), takenBack.has(shelfKey)]).toEqual([[shelfKey], true])
  })
})

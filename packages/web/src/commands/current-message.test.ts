import { describe, expect, test } from 'vitest'
import { createRecords } from '../records/index.ts'
import { mailServer, settled } from '../records/mail/mail-server.fixture.ts'
import { isFromSomebody, currentMessage } from './current-message.ts'
import { createThreadDesk } from './thread-desk.ts'

/** A conversation of three messages and a draft, beside another one. */
async function conversation() {
  const server = mailServer(['A1'], ['inbox', 'trash'])
  for (const keywords of [{}, {}, {}, { $draft: true as const }]) server.arrive('A1', 'T1', keywords)
  server.arrive('A1', 'T2')
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  await records.accounts.load()
  const list = records.list({ role: 'inbox' })
  list.look(0, 9)
  await settled()
  const threads = createThreadDesk()
  const open = (emailId: string) =>
    threads.enter({
      message: () => ({ accountId: 'A1', emailId }),
      hasFolded: false,
      hasBlockedImages: false,
      expandAll: () => undefined,
      step: () => undefined,
      showImages: () => undefined,
    })
  const meant = (threadId = 'T1') =>
    currentMessage({ records, desk: { list }, threads }, { accountId: 'A1', threadId }, isFromSomebody)?.id
  return { open, meant }
}

describe('the message that is meant', () => {
  test('is the newest while none is chosen, and never a draft', async () => {
    const { meant } = await conversation()
    expect(meant()).toBe('M3')
  })

  test('is the chosen one, also when it is an older one', async () => {
    const { open, meant } = await conversation()
    open('M1')
    expect(meant()).toBe('M1')
  })

  test('is the newest that will do when the chosen one will not', async () => {
    const { open, meant } = await conversation()
    open('M4')
    expect(meant()).toBe('M3')
  })

  test('is of the conversation asked for, whatever is chosen in another', async () => {
    const { open, meant } = await conversation()
    open('M1')
    expect(meant('T2')).toBe('M5')
  })
})

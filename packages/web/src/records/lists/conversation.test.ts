import { describe, expect, test } from 'vitest'
import { conversationOf } from './conversation.ts'
import { createRecords } from '../records.ts'
import { mailServer, settled } from '../mail/mail-server.fixture.ts'

/** Bob asked, Ada began to answer, and threw the answer away. */
async function discarded() {
  const server = mailServer(['A1'], ['inbox', 'drafts', 'trash'])
  server.arrive('A1', 'T1')
  const draft = server.arrive('A1', 'T1', { $draft: true, $seen: true })
  const alone = server.arrive('A1', 'T2', { $draft: true, $seen: true })
  const records = createRecords({ ...server, pause: () => Promise.resolve() })
  await records.accounts.load()
  for (const role of ['inbox', 'drafts', 'trash'] as const) records.list({ role }).look(0, 20)
  await settled()
  const trash = server.mailboxWithRole('A1', 'trash')?.id ?? ''
  const shown = (threadId: string, role: 'inbox' | 'trash') =>
    conversationOf(records.store, { accountId: 'A1', threadId }, records.list({ role }).source).map(
      ({ id }) => id,
    )
  const discard = async (id: string) => {
    server.move(id, trash)
    records.changed({ '@type': 'StateChange', changed: { A1: { Email: server.state() } } })
    await settled()
  }
  return { shown, discard, draft, alone }
}

describe('a draft that was discarded', () => {
  test('belongs to its conversation until then, and to Trash from then on', async () => {
    const { shown, discard, draft } = await discarded()
    expect(shown('T1', 'inbox')).toEqual(['M1', draft])
    await discard(draft)
    expect(shown('T1', 'inbox')).toEqual(['M1'])
    expect(shown('T1', 'trash')).toEqual(['M1', draft])
  })

  test('is still shown where it is all there is', async () => {
    const { shown, discard, alone } = await discarded()
    await discard(alone)
    expect(shown('T2', 'inbox')).toEqual([alone])
  })
})

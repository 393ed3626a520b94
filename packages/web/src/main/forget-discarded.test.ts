import { expect, test } from 'vitest'
import { client } from '../commands/client.fixture.ts'
import { settled } from '../records/mail/mail-server.fixture.ts'
import { forgetDiscarded } from './forget-discarded.ts'

const [mine, others] = ['plmail-discarded/U1/1', 'plmail-discarded/U2/1']

test('what was thrown away stays on the device until the server has heard of it', async () => {
  const { server, records, outbox, actions, ref } = await client(1)
  const drafts = { accountId: 'A1', state: '1', list: [], notFound: [] }
  server.teach('EmailSubmission/get', () => drafts)
  const storage = Object.assign(Object.create({ removeItem: (key: string) => delete storage[key] }), {
    [mine]: '{}',
    [others]: '{}',
    'plmail-letter/U1/2': '{}',
  }) as Record<string, string> & Storage
  forgetDiscarded({ records, outbox, session: { user: { id: 'U1' } } as never }, storage)
  server.isDown = true
  await actions.trash([ref(1)])
  expect(await records.submissions.load()).toBe(false)
  await settled()
  expect(Object.keys(storage)).toContain(mine)
  server.isDown = false
  // The server is there, and would not do it now.
  server.isFailing = true
  await records.submissions.load()
  await settled()
  expect(Object.keys(storage)).toContain(mine)
  server.isFailing = false
  outbox.retry()
  await records.submissions.load()
  await settled()
  expect(Object.keys(storage)).toEqual([others, 'plmail-letter/U1/2'])
})

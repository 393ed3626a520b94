import { expect, test } from 'vitest'
import { toRawMessage } from '../../../../emulators/src/blobs/raw.ts'
import { getUnits } from '../../../../emulators/src/google/gmail/quota.ts'
import { googleForTests } from '../../../../server-testing/src/providers/google/test-google.ts'

test.each([
  { labels: 5, checked: 60 },
  { labels: 250, checked: 50 },
])(
  'the newest $checked messages are read with their labels for few units where there are $labels',
  { timeout: 60_000 },
  async ({ labels, checked }) => {
    await using emulated = await googleForTests()
    const mailbox = emulated.google.addAccount('ada@example.test', { name: 'Ada' })
    for (let index = 0; index < labels; index++)
      mailbox.act({ kind: 'create-folder', name: `Label ${index}` })
    const raw = toRawMessage(Buffer.from('Subject: Hello\r\n\r\nHello\r\n'))
    const ids = Array.from({ length: 60 }, () => mailbox.deliver(raw))
    const newest = ids.at(-1) ?? ''
    mailbox.act({ kind: 'label', ids: [newest], label: 'Label 3' })
    mailbox.act({ kind: 'mark', ids: [newest], keyword: '$flagged' })
    const session = await emulated.open(mailbox.email)
    const listed = await session.listMailboxes()
    emulated.world.requests.clear()
    const states = await session.newest()
    expect(states.size).toBe(checked)
    expect(states.get(newest)?.keywords).toContain('$flagged')
    expect(states.get(newest)?.mailboxes).toContain(
      listed.find((mailboxListed) => mailboxListed.name === 'Label 3')?.remoteId,
    )
    const operations = emulated.world.requests.all().map(({ operation }) => operation)
    const units = operations.filter((operation) => operation.startsWith('gmail.users.')).map(getUnits)
    expect(units.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(1_100)
  },
)

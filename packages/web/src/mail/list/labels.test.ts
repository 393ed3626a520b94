import { expect, test } from 'vitest'
import type { Email, Mailbox } from '@plmail/wire'
import { labelsOf } from './labels.ts'

test('a conversation shows the labels it is in, not what everybody has and not the one it is seen in', () => {
  const box = (id: string, name: string, role: 'inbox' | null = null) => ({ id, name, role }) as Mailbox
  const boxes = [box('L1', 'Inbox', 'inbox'), box('L2', 'Work'), box('L3', 'Bills')]
  const of = (id: string) => boxes.find((mailbox) => mailbox.id === id)
  const emails = [
    { mailboxIds: { L1: true, L2: true } },
    { mailboxIds: { L2: true, L3: true, L9: true } },
  ] as unknown as Email[]
  expect(labelsOf(emails, of, undefined).map(({ name }) => name)).toEqual(['Bills', 'Work'])
  expect(labelsOf(emails, of, 'L2').map(({ name }) => name)).toEqual(['Bills'])
})

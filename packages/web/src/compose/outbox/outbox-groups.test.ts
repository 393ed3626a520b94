import type { EmailSubmission } from '@plmail/wire'
import { expect, test } from 'vitest'
import { groupsOf, proofOf } from './outbox-groups.ts'

const now = new Date('2026-11-23T12:00:00Z')

const answeredWith = (delivered: 'unknown' | 'queued' | 'yes', smtpReply: string): EmailSubmission => ({
  id: 'S1',
  identityId: 'I1',
  emailId: 'M1',
  threadId: 'T1',
  envelope: { mailFrom: { email: 'ann@example.test', parameters: null }, rcptTo: [] },
  undoStatus: 'final',
  sendAt: '2026-11-23T11:00:00Z',
  deliveryStatus: { 'bo@example.test': { delivered, smtpReply, displayed: 'unknown' } },
})

test('a message that no server ever confirmed is not called sent, whatever lies in Sent', () => {
  const submission = answeredWith('unknown', '')
  expect(proofOf(submission, true, now)).toEqual({ kind: 'unproven' })
  const [group] = groupsOf([{ accountId: 'A1', submission, email: null } as never], now)
  expect(group?.name).toBe('refused')
})

test('a message that a server took is accepted, and seen once its copy is in Sent', () => {
  const submission = answeredWith('unknown', '250 Taken')
  expect(proofOf(submission, false, now)).toEqual({ kind: 'accepted' })
  expect(proofOf(submission, true, now)).toEqual({ kind: 'seen' })
  expect(proofOf(answeredWith('queued', ''), true, now)).toEqual({ kind: 'queued' })
})

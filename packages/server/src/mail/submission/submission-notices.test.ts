import { expect, test } from 'vitest'
import type { RecipientStatus } from './types.ts'
import type { SubmissionRow } from './submission-rows.ts'
import { listRefusalNotices } from './submission-notices.ts'

const bo: RecipientStatus = { email: 'bo@example.test', delivered: 'queued', displayed: 'unknown', reply: '' }
const row = (isVisible: boolean) => ({ subject: 'Lunch', recipients: [bo], isVisible }) as SubmissionRow
const now: RecipientStatus[] = [{ ...bo, delivered: 'no', reply: '550 No such person' }]
const problem = {
  problem: 'submission/refused',
  message: { problem: 'submission/titled', subject: 'Lunch' },
  recipient: 'bo@example.test',
  more: 0,
  serverText: '550 No such person',
}

test('a refused submission is told as something that clients learn by themselves', () => {
  expect(listRefusalNotices(row(true), now)).toEqual([
    { level: 'error', problem, reference: 'EmailSubmission' },
  ])
})

test('what clients do not see, a receipt or what one of them has forgotten, is told without a reference', () => {
  expect(listRefusalNotices(row(false), now)).toEqual([{ level: 'error', problem }])
})

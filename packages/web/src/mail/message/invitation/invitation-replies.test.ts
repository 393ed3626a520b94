import type { InvitationView } from '@plmail/wire'
import { expect, test } from 'vitest'
import type { App } from '../../../commands/index.ts'
import type { createInvitations, MeetingDone } from '../../../records/index.ts'
import { createInvitationReplies, type InvitationState } from './invitation-replies.ts'

const invitation = (status: string, more: Partial<InvitationView> = {}): InvitationView => ({
  id: 'M1',
  method: 'request',
  event: { uid: 'u', title: 'Review', start: '2026-11-24T10:00:00', duration: 'PT1H', timeZone: null },
  more: 0,
  start: '2026-11-24T10:00:00Z',
  end: '2026-11-24T11:00:00Z',
  sender: 'proven',
  standing: 'kept',
  me: { address: 'ann@example.test', status, comment: 'As before' },
  kept: null,
  isProvided: false,
  isSent: false,
  mayAnswer: true,
  mayPropose: true,
  mayApply: false,
  conflicts: [],
  ...more,
})

/** The test decides when and how the server answers each call. */
async function opened(view: InvitationView | undefined = invitation('needs-action')) {
  const calls: Array<{ name: string; args: object; settle: (done: MeetingDone) => void }> = []
  const toasts: Parameters<App['toasts']['show']>[0][] = []
  const states: InvitationState[] = []
  const invitations: ReturnType<typeof createInvitations> = {
    get: async () => view,
    do: (name, args) => new Promise((settle) => void calls.push({ name, args, settle })),
  }
  const replies = createInvitationReplies({
    accountId: 'A1',
    emailId: 'M1',
    invitations,
    toasts: { show: (toast) => void toasts.push(toast) },
    show: (state) => void states.push(state),
  })
  await replies.load()
  return { replies, calls, toasts, states, status: () => replies.state.view?.me?.status }
}

test('begins with the comment that was sent before', async () => {
  const { replies, states } = await opened()
  expect(replies.state).toMatchObject({ isBusy: false, comment: 'As before' })
  expect(states.at(-1)).toEqual(replies.state)
})

test('an answer is shown before the server has it, and goes with its comment', async () => {
  const { replies, calls, status } = await opened()
  replies.setComment('Gladly')
  const answering = replies.answer('accepted')
  expect(status()).toBe('accepted')
  expect(replies.state.isBusy).toBe(true)
  expect(calls[0]?.args).toEqual({ accountId: 'A1', id: 'M1', status: 'accepted', comment: 'Gladly' })
  calls[0]?.settle({ outcome: 'done', invitation: invitation('accepted', { standing: 'waiting' }) })
  await answering
  expect(replies.state).toMatchObject({ isBusy: false, view: { standing: 'waiting' } })
})

test.each(['refused', 'notNow', 'offline'] as const)(
  'an answer that ends as %s is put back, and says why',
  async (outcome) => {
    const { replies, calls, toasts, status } = await opened(invitation('tentative'))
    const answering = replies.answer('declined')
    calls[0]?.settle({ outcome })
    await answering
    expect(status()).toBe('tentative')
    expect(toasts).toEqual([{ text: expect.stringMatching(/\w/) as string, tone: 'problem' }])
  },
)

test('a second answer is not taken while the first is on its way', async () => {
  const { replies, calls, status } = await opened()
  const answering = replies.answer('accepted')
  await replies.answer('declined')
  expect(calls).toHaveLength(1)
  calls[0]?.settle({ outcome: 'done', invitation: invitation('accepted') })
  await answering
  expect(status()).toBe('accepted')
})

test('undoing an answer sends the one before, and offers nothing to undo any more', async () => {
  const { replies, calls, toasts } = await opened()
  const answering = replies.answer('accepted')
  calls[0]?.settle({ outcome: 'done', invitation: invitation('accepted') })
  await answering
  toasts[0]?.action?.run()
  expect(calls[1]?.args).toMatchObject({ status: 'needs-action' })
  calls[1]?.settle({ outcome: 'done', invitation: invitation('needs-action') })
  await expect.poll(() => toasts.length).toBe(2)
  expect(toasts[1]).toMatchObject({ tone: 'plain' })
  expect(toasts[1]).not.toHaveProperty('action')
})

test('who is not invited answers nothing', async () => {
  const { replies, calls } = await opened(invitation('', { me: null }))
  await replies.answer('accepted')
  expect(calls).toEqual([])
})

test('a proposal names its time and takes the comment along; what the server made of it is shown', async () => {
  const { replies, calls, toasts } = await opened()
  const proposing = replies.propose('2026-11-25T10:00:00', 'PT30M')
  expect(calls[0]).toMatchObject({
    name: 'Invitation/propose',
    args: { start: '2026-11-25T10:00:00', duration: 'PT30M', comment: 'As before' },
  })
  calls[0]?.settle({ outcome: 'done', invitation: invitation('tentative') })
  await proposing
  expect(replies.state.view?.me?.status).toBe('tentative')
  expect(toasts).toMatchObject([{ tone: 'plain' }])
})

test('applying a message changes nothing on screen where the server refuses', async () => {
  const { replies, calls, toasts } = await opened(invitation('accepted', { mayApply: true, standing: 'new' }))
  const applying = replies.apply()
  calls[0]?.settle({ outcome: 'refused' })
  await applying
  expect(replies.state).toMatchObject({ isBusy: false, view: { standing: 'new' } })
  expect(toasts).toMatchObject([{ tone: 'problem' }])
})

import type { UserId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import { Workbench } from '../../../server-testing/src/changes/workbench.ts'
import type { Cause, LiveEvent } from './index.ts'

const cause: Cause = { actor: { kind: 'system' }, verb: 'arrive' }

const at = new Workbench()

describe('live events', () => {
  test('a write tells every process the new state once it is committed', async () => {
    const heard = await hearing()
    await at.changes.write(at.account, cause, async (change) => {
      change.created('Email', [1, 2])
      change.updated('Mailbox', [1])
    })
    expect(await heard.next()).toEqual([
      at.user,
      { kind: 'state', accountId: at.account, state: 1, types: ['Email', 'Mailbox'], delivered: true },
    ])
    await heard.stop()
  })

  test('a write that is rolled back tells nothing', async () => {
    const heard = await hearing()
    const failing = at.changes.write(at.account, cause, async (change) => {
      change.created('Email', [1])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await at.changes.announce(at.user, {
      kind: 'notice',
      level: 'info',
      problem: { problem: 'other/text', text: 'after' },
    })
    expect(await heard.next()).toEqual([
      at.user,
      { kind: 'notice', level: 'info', problem: { problem: 'other/text', text: 'after' } },
    ])
    await heard.stop()
  })

  test('a text too long for a notification is cut, whatever it is made of', async () => {
    const heard = await hearing()
    const problem = { problem: 'other/text', text: '\u0001'.repeat(20_000) } as const
    await at.changes.announce(at.user, { kind: 'notice', level: 'error', problem })
    expect(await heard.next()).toMatchObject([at.user, { problem: { text: '\u0001'.repeat(400) } }])
    await heard.stop()
  })
})

/** Events as another process hears them. */
async function hearing() {
  const events: Array<[UserId, LiveEvent]> = []
  let wake = () => {}
  const stop = await at.changes.listen({
    event: (userId, event) => {
      events.push([userId, event])
      wake()
    },
    missed: () => {},
  })
  const next = async () => {
    while (events.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    return events.shift()
  }
  return { next, stop }
}

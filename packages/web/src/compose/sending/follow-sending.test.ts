import type { EmailSubmission } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { Outgoing } from '../../records/index.ts'
import { followSending } from './follow-sending.ts'
import type { Sending } from './sending.ts'

const sending = { accountId: 'A1', id: 'S1' } as Sending

/** A message that went a moment ago; the test lets the server tell of it, and time pass. */
function followed(action?: { title: string; run: () => void }) {
  const listeners = new Set<(all: readonly Outgoing[]) => void>()
  const said: string[] = []
  const timers: { ms: number; task: () => void }[] = []
  let loads = 0
  followSending(
    {
      toasts: {
        current: action && { text: 'Archived', tone: 'plain', action },
        show: ({ tone }: { tone: string }) => void said.push(tone),
      },
      after: (ms: number, task: () => void) => {
        timers.push({ ms, task })
        return () => undefined
      },
      records: {
        submissions: {
          listen: (listener: (all: readonly Outgoing[]) => void) => {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
          load: () => Promise.resolve((loads += 1) > 0),
        },
      },
    } as unknown as Parameters<typeof followSending>[0],
    sending,
  )
  const tell = (undoStatus: string, delivered: string[], accountId = 'A1', id = 'S1'): void => {
    const deliveryStatus = Object.fromEntries(
      delivered.map((fate, n) => [`p${String(n)}@x.example`, { delivered: fate, smtpReply: '' }]),
    )
    const submission = { id, undoStatus, deliveryStatus } as unknown as EmailSubmission
    for (const listener of listeners) listener([{ accountId, submission, email: undefined }])
  }
  return { tell, said, timers, loads: () => loads, isListening: () => listeners.size > 0 }
}

describe('a message whose time to undo is over', () => {
  test('is asked about, for twelve seconds', () => {
    const { loads, timers, isListening } = followed()
    expect(loads()).toBe(1)
    expect(timers.map(({ ms }) => ms)).toEqual([12_000])
    timers[0]?.task()
    expect(isListening()).toBe(false)
  })

  test('is said to be sent once every server has taken it, and once only', () => {
    const { tell, said, isListening } = followed()
    tell('final', ['yes', 'unknown'])
    tell('final', ['yes', 'yes'])
    expect(said).toEqual(['plain'])
    expect(isListening()).toBe(false)
  })

  test('is waited for while it waits, here or at a server on its way', () => {
    const { tell, said, isListening } = followed()
    tell('pending', [])
    tell('final', ['yes', 'queued'])
    expect(said).toEqual([])
    expect(isListening()).toBe(true)
  })

  test('is not said to be sent where a server refused it: that is said elsewhere', () => {
    const { tell, said, isListening } = followed()
    tell('final', ['yes', 'no'])
    expect(said).toEqual([])
    expect(isListening()).toBe(false)
  })

  test('is no other message, and none of another account with the same id', () => {
    const { tell, said, isListening } = followed()
    tell('final', ['yes'], 'A2')
    tell('final', ['yes'], 'A1', 'S2')
    expect(said).toEqual([])
    expect(isListening()).toBe(true)
  })

  test('never takes the way back of something else away', () => {
    const { tell, said } = followed({ title: 'Undo', run: () => undefined })
    tell('final', ['yes'])
    expect(said).toEqual([])
  })
})

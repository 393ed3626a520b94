import { describe, expect, test } from 'vitest'
import type { Outgoing } from '../../records/index.ts'
import { createOutgoingActions } from './outgoing-actions.ts'

const outgoing = { accountId: 'A1', submission: { id: 'S1', emailId: 'M1' } } as unknown as Outgoing

/** The list of what goes out, open over an app whose server answers `canceled` or the like. */
function listOpen(answer: 'canceled' | 'too-late' | 'unreachable') {
  const happened: string[] = []
  const actions = createOutgoingActions(
    {
      dialogs: { close: () => void happened.push('closed') },
      compose: { begin: (wish: { kind: string }) => void happened.push(`opened ${wish.kind}`) },
      toasts: { show: ({ tone }: { tone: string }) => void happened.push(`said ${tone}`) },
      records: {
        submissions: {
          cancel: (accountId: string, id: string) => {
            happened.push(`cancel ${accountId}/${id}`)
            return Promise.resolve(answer)
          },
        },
      },
    } as unknown as Parameters<typeof createOutgoingActions>[0],
    () => {
      happened.push('loaded')
      return Promise.resolve()
    },
  )
  return { actions, happened }
}

describe('taking back a message that waits', () => {
  test('says so, and the list is asked for anew', async () => {
    const { actions, happened } = listOpen('canceled')
    await actions.cancel(outgoing, false)
    expect(happened).toEqual(['cancel A1/S1', 'said plain', 'loaded'])
  })

  test('to change it opens it in place of the list', async () => {
    const { actions, happened } = listOpen('canceled')
    await actions.cancel(outgoing, true)
    expect(happened).toEqual(['cancel A1/S1', 'closed', 'opened draft', 'said plain', 'loaded'])
  })

  test.each(['too-late', 'unreachable'] as const)(
    'that is %s opens nothing, and says why',
    async (answer) => {
      const { actions, happened } = listOpen(answer)
      await actions.cancel(outgoing, true)
      expect(happened).toEqual(['cancel A1/S1', 'said problem', 'loaded'])
    },
  )
})

test('a message that did not arrive is opened to be sent again, and nothing is taken back', () => {
  const { actions, happened } = listOpen('canceled')
  actions.edit(outgoing)
  expect(happened).toEqual(['closed', 'opened draft'])
})

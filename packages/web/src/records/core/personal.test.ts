import { capability } from '@plmail/wire'
import { expect, test } from 'vitest'
import { createPersonal } from './personal.ts'

/** A server that answers its session when it can be reached. */
function server() {
  const state = { isReachable: true, asked: 0 }
  const session = { primaryAccounts: { [capability.preferences]: 'P7' } }
  const personal = createPersonal({
    download: async () => {
      state.asked += 1
      return state.isReachable ? new Response(JSON.stringify(session)) : undefined
    },
  } as Parameters<typeof createPersonal>[0])
  return { state, personal }
}

test('the personal account is asked for once, whoever asks at the same time', async () => {
  const { state, personal } = server()
  expect(await Promise.all([personal.id(), personal.id()])).toEqual(['P7', 'P7'])
  expect(await personal.id()).toBe('P7')
  expect(state.asked).toBe(1)
})

test('a server that cannot be reached is asked again', async () => {
  const { state, personal } = server()
  state.isReachable = false
  expect(await personal.id()).toBeUndefined()
  state.isReachable = true
  expect(await personal.id()).toBe('P7')
  expect(state.asked).toBe(2)
})

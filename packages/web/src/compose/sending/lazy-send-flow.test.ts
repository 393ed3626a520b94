import { expect, test } from 'vitest'
import { createLazySendFlow } from './lazy-send-flow.ts'

const wish = { when: { holdSeconds: 10 }, archives: false }

/** A flow that writes down what reaches it; its code can be had unless it is away. */
function flowBehind() {
  const happened: string[] = []
  const network = { isAway: false }
  const flow = createLazySendFlow(
    async () => {
      happened.push('load')
      if (network.isAway) return undefined
      return {
        begin: async ({ archives }) => void happened.push(archives ? 'begin and archive' : 'begin'),
        agree: async (question) => void happened.push(`agree to ${question}`),
      }
    },
    () => void happened.push('unreachable'),
  )
  return { flow, happened, network }
}

test('the code is loaded once, however often a message is sent', async () => {
  const { flow, happened } = flowBehind()
  await Promise.all([flow.begin(wish), flow.begin({ ...wish, archives: true })])
  expect(happened).toEqual(['load', 'begin', 'begin and archive'])
})

test('code that could not be had is asked for again by the next attempt', async () => {
  const { flow, happened, network } = flowBehind()
  network.isAway = true
  await flow.begin(wish)
  network.isAway = false
  await flow.begin(wish)
  expect(happened).toEqual(['load', 'unreachable', 'load', 'begin'])
})

test('an answer reaches the flow that asked, and nothing where none has begun', async () => {
  const { flow, happened } = flowBehind()
  await flow.agree('subject')
  expect(happened).toEqual([])
  await flow.begin(wish)
  await flow.agree('subject')
  expect(happened).toEqual(['load', 'begin', 'agree to subject'])
})

import { expect, test } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

/** A question whose answers are given by hand, in order. */
function question() {
  const waiting: Array<{ answer(value: string): void; fail(error: Error): void }> = []
  const ask = oneAtATime(() => new Promise<string>((answer, fail) => void waiting.push({ answer, fail })))
  return { ask, waiting }
}

const turns = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

test('who asks while nobody does gets the answer', async () => {
  const { ask, waiting } = question()
  const asked = ask()
  waiting[0]!.answer('first')
  expect(await asked).toBe('first')
  expect(waiting).toHaveLength(1)
})

test('whoever asks meanwhile waits for one more answer, however many they are', async () => {
  const { ask, waiting } = question()
  const all = [ask(), ask(), ask()]
  expect(waiting).toHaveLength(1)
  waiting[0]!.answer('old')
  await turns()
  expect(waiting).toHaveLength(2)
  waiting[1]!.answer('new')
  expect(await Promise.all(all)).toEqual(['new', 'new', 'new'])
})

test('a failure reaches everybody, and the next question is asked anew', async () => {
  const { ask, waiting } = question()
  const all = [ask(), ask()]
  waiting[0]!.fail(new Error('no line'))
  expect(await Promise.allSettled(all)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  const again = ask()
  waiting[1]!.answer('back')
  expect(await again).toBe('back')
})

import { expect, test } from 'vitest'
import { createFetched, fetchedFrom } from './fetched.ts'
import type { Outcome } from './outcome.ts'

test('a page asks at once, and keeps what it has while there is no newer answer', async () => {
  let answer: Outcome<string> = { ok: true, value: 'first' }
  const fetched = createFetched(() => Promise.resolve(answer))
  expect(fetched).toMatchObject({ value: undefined, trouble: undefined })
  await fetched.load()
  expect(fetched).toMatchObject({ value: 'first', trouble: undefined })
  answer = { ok: false, why: 'Not now.' }
  await fetched.load()
  expect(fetched).toMatchObject({ value: 'first', trouble: 'Not now.' })
  answer = { ok: true, value: 'second' }
  await fetched.load()
  expect(fetched).toMatchObject({ value: 'second', trouble: undefined })
})

test('what the server answered to a change is shown without asking again', async () => {
  let asked = 0
  const fetched = createFetched(() => Promise.resolve({ ok: true, value: (asked += 1) }))
  await fetched.load()
  fetched.put(7)
  expect([fetched.value, asked]).toEqual([7, 2])
})

test('records that cannot be loaded are trouble only while they hold nothing', async () => {
  let value: string | undefined
  const fetched = fetchedFrom({ all: () => value, load: () => Promise.resolve(false) }, 'Offline.')
  await fetched.load()
  expect(fetched).toMatchObject({ value: undefined, trouble: 'Offline.' })
  value = 'kept'
  expect(fetched).toMatchObject({ value: 'kept', trouble: undefined })
})

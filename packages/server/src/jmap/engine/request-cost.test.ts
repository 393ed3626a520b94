import { expect, test } from 'vitest'
import { capability } from '@plmail/wire'
import { resolveReferences } from './references.ts'
import { parseRequest } from './request.ts'
import { hasContainersWithin, newBudget } from './request-cost.ts'

test('answers that refer twice to the one before grow to a megabyte at most', () => {
  const budget = newBudget()
  let answer: Record<string, unknown> = { text: 'x'.repeat(20) }
  const doubling = () => {
    const reference = { resultOf: 'c', name: 'Core/echo', path: '' }
    answer = resolveReferences({ '#a': reference, '#b': reference }, [['Core/echo', answer, 'c']], budget)
  }
  expect(() => {
    for (let round = 0; round < 64; round++) doubling()
  }).toThrow(expect.objectContaining({ type: 'requestTooLarge' }))
  expect(JSON.stringify(answer).length).toBeLessThan(1_500_000)
})

test('the ids of the longest list can still be referred to', () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => `M${1_000_000 + at}`)
  const reference = { resultOf: 'q', name: 'Email/query', path: '/ids' }
  const resolved = resolveReferences({ '#ids': reference }, [['Email/query', { ids }, 'q']], newBudget())
  expect(resolved['ids']).toHaveLength(5_000)
})

test('millions of empty objects are refused before they are parsed', () => {
  const body = Buffer.from(`{"using":["${capability.core}"],"methodCalls":[${'{},'.repeat(300_000)}{}]}`)
  const began = performance.now()
  expect(parseRequest('application/json', body, new Set([capability.core]))).toMatchObject({
    code: 'bad-request',
  })
  expect(performance.now() - began).toBeLessThan(500)
})

test('what stands in strings is no object', () => {
  expect(hasContainersWithin(Buffer.from(JSON.stringify({ css: '{[{["\\"{{' })), 1)).toBe(true)
  expect(hasContainersWithin(Buffer.from('[[{}]]'), 2)).toBe(false)
  expect(hasContainersWithin(Buffer.from('[[{}]]'), 3)).toBe(true)
})

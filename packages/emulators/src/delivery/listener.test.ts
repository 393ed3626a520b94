import { expect, test } from 'vitest'
import { listenerAt } from './listener.ts'

test('listeners are reached by https, and on this machine by http', () => {
  const letIn = [
    'https://bücher.example/push',
    'http://127.0.0.1:99/push',
    'http://localhost',
    'http://[::1]:1/',
  ]
  expect(letIn.map((text) => listenerAt(text)?.hostname)).toEqual([
    'xn--bcher-kva.example',
    '127.0.0.1',
    'localhost',
    '[::1]',
  ])
  const refused = ['http://plmail.example/push', 'ftp://127.0.0.1/', 'push', '']
  expect(refused.map(listenerAt)).toEqual(Array(4).fill(undefined))
})

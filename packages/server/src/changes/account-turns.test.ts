import type { AccountId } from '@plmail/wire'
import { expect, test } from 'vitest'
import { accountTurns } from './account-turns.ts'

const [ada, bob] = [1 as AccountId, 2 as AccountId]

test('writes of one account go one after the other, those of another at the same time', async () => {
  const inTurn = accountTurns()
  const under = new Map<AccountId, number>()
  const order: string[] = []
  let limit = 0
  const write = (account: AccountId, name: string) =>
    inTurn(account, async () => {
      const writers = (under.get(account) ?? 0) + 1
      under.set(account, writers)
      expect(writers).toBe(1)
      limit = Math.max(limit, [...under.values()].filter((count) => count > 0).length)
      await new Promise(setImmediate)
      order.push(name)
      under.set(account, 0)
      return name
    })
  const results = await Promise.all([write(ada, 'a1'), write(ada, 'a2'), write(bob, 'b1'), write(ada, 'a3')])
  expect(results).toEqual(['a1', 'a2', 'b1', 'a3'])
  expect(order.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3'])
  expect(limit).toBe(2)
})

test('a write that fails ends its turn, and its failure is nobody else’s', async () => {
  const inTurn = accountTurns()
  const results = await Promise.allSettled([
    inTurn(ada, () => Promise.reject(new Error('no'))),
    inTurn(ada, () => Promise.resolve('yes')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

import { expect, test } from 'vitest'
import { createConnection } from './connection.ts'

function setting() {
  const timers: { ms: number; task: () => void }[] = []
  const connection = createConnection((ms, task) => {
    const timer = { ms, task }
    timers.push(timer)
    return () => void timers.splice(timers.indexOf(timer), 1)
  })
  const wait = () => timers.splice(0).forEach(({ task }) => task())
  return { connection, timers, wait }
}

test('a stream that comes back soon was never away, however often it broke meanwhile', () => {
  const { connection, timers, wait } = setting()
  connection.setHeard(false)
  connection.setHeard(false)
  expect(timers.map(({ ms }) => ms)).toEqual([4_000])
  connection.setHeard(true)
  wait()
  expect(connection.isOffline).toBe(false)
})

test('one that stays away is offline after a while, at once where that is certain, until it is heard', () => {
  const { connection, wait } = setting()
  connection.setHeard(false)
  expect(connection.isOffline).toBe(false)
  wait()
  expect(connection.isOffline).toBe(true)
  connection.setHeard(true)
  expect(connection.isOffline).toBe(false)
  connection.setHeard(false, 'at once')
  expect(connection.isOffline).toBe(true)
})

test('the end of the session is another matter than the network', () => {
  const { connection } = setting()
  connection.setSignedOut(true)
  expect([connection.isSignedOut, connection.isOffline]).toEqual([true, false])
  connection.setSignedOut(false)
  expect(connection.isSignedOut).toBe(false)
})

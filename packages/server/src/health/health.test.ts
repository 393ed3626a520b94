import { describe, expect, test } from 'vitest'
import { type HealthChecks, createHealth } from './index.ts'

const never = () => new Promise<never>(() => {})
const yes = async () => true
const fine: HealthChecks = { database: yes, queue: yes, workers: yes, disk: yes }
const getVerdict = (changed: Partial<HealthChecks>) =>
  createHealth({ checks: { ...fine, ...changed }, limitMs: 20 }).verdict()

describe('health', () => {
  test('is ok when everything answers', async () => {
    expect(await getVerdict({})).toEqual({
      status: 'ok',
      checks: { database: true, queue: true, workers: true, disk: true },
    })
  })

  test('stays ok when only the queue or the workers are in trouble', async () => {
    const verdict = await getVerdict({ queue: async () => false, workers: async () => null })
    expect(verdict).toEqual({
      status: 'ok',
      checks: { database: true, queue: false, workers: null, disk: true },
    })
  })

  test('is an error when the disk is full, while the database answers', async () => {
    expect(await getVerdict({ disk: async () => false })).toMatchObject({
      status: 'error',
      checks: { database: true, disk: false },
    })
    expect(await getVerdict({ disk: () => Promise.reject(new Error('EACCES')) })).toMatchObject({
      status: 'ok',
      checks: { disk: null },
    })
  })

  test('is an error when the database is unreachable or does not answer in time', async () => {
    const refused = await getVerdict({ database: () => Promise.reject(new Error('ECONNREFUSED')) })
    expect(refused.status).toBe('error')
    expect((await getVerdict({ database: never })).checks.database).toBe(false)
  })

  test('answers in time when the queue hangs, saying that it does not know', async () => {
    expect(await getVerdict({ queue: never })).toEqual({
      status: 'ok',
      checks: { database: true, queue: null, workers: true, disk: true },
    })
  })

  test('asks a hanging database once for monitors that ask together', async () => {
    let asked = 0
    const database = () => {
      asked++
      return never()
    }
    const health = createHealth({ checks: { ...fine, database }, limitMs: 20 })
    const verdicts = await Promise.all([health.verdict(), health.verdict(), health.verdict()])
    expect(verdicts.map((verdict) => verdict.status)).toEqual(['error', 'error', 'error'])
    expect(asked).toBe(1)
  })
})

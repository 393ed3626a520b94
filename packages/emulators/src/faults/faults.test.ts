import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFaults, type Armed, type Fault } from './faults.ts'

const fault: Fault = { kind: 'truncate' }

describe('an armed fault', () => {
  it('strikes as often as it is armed for, by operation and account', () => {
    const faults = createFaults(1)
    faults.arm({ operation: 'gmail.users.messages.list', account: 'ada@example.test', times: 2, fault })
    expect(faults.take('gmail.users.messages.get', 'ada@example.test')).toBeUndefined()
    expect(faults.take('gmail.users.messages.list', 'tom@example.test')).toBeUndefined()
    const struck = [1, 2, 3].map(() => faults.take('gmail.users.messages.list', 'ada@example.test'))
    expect(struck).toEqual([fault, fault, undefined])
    expect(faults.list()).toEqual([])
  })

  it('may mean every operation, or all that begin the same', () => {
    const faults = createFaults(1)
    faults.arm({ operation: 'graph.*', fault })
    expect(faults.take('graph.messages.delta', undefined)).toEqual(fault)
    expect(faults.take('google.token', undefined)).toBeUndefined()
    faults.arm({ operation: '*', fault: { kind: 'html' } })
    expect(faults.take('google.token', undefined)).toEqual({ kind: 'html' })
  })

  it('tells what is left of it, and is gone when cleared', () => {
    const faults = createFaults(1)
    const armed: Armed = { operation: '*', times: 3, fault }
    faults.arm(armed)
    faults.take('google.token', undefined)
    expect(faults.list()).toEqual([{ ...armed, times: 2 }])
    faults.clear()
    expect([faults.list(), faults.take('google.token', undefined)]).toEqual([[], undefined])
  })
})

describe('faults of a probability', () => {
  const accounts = ['ada', 'tom', 'eve']
  const armed: Armed = { operation: 'graph.*', probability: 0.3, fault }
  const calls = fc.array(fc.tuple(fc.constantFrom('graph.a', 'graph.b'), fc.constantFrom(...accounts)), {
    maxLength: 60,
  })

  /** Which calls of each account were struck, in its own order. */
  const strikes = (seed: number, sequence: ReadonlyArray<readonly [string, string]>): Map<string, string> => {
    const faults = createFaults(seed)
    faults.arm(armed)
    const struck = new Map<string, string>()
    for (const [operation, account] of sequence) {
      const key = `${operation} ${account}`
      struck.set(key, (struck.get(key) ?? '') + (faults.take(operation, account) ? 'x' : '.'))
    }
    return struck
  }

  it('replay exactly, however the calls of different accounts interleave', () => {
    fc.assert(
      fc.property(fc.integer(), calls, (seed, sequence) => {
        const byAccount = accounts.flatMap((account) => sequence.filter((call) => call[1] === account))
        expect(strikes(seed, byAccount)).toEqual(strikes(seed, sequence))
      }),
    )
  })

  it('strike about as often as they should and differ between seeds', () => {
    const sequence = Array.from({ length: 2000 }, () => ['graph.a', 'ada'] as const)
    const of = (seed: number): string => strikes(seed, sequence).get('graph.a ada') ?? ''
    const share = of(1).replaceAll('.', '').length / 2000
    expect(share).toBeGreaterThan(0.25)
    expect(share).toBeLessThan(0.35)
    expect(of(1)).not.toBe(of(2))
  })
})

import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { manualClock, realClock } from './clock.ts'

const start = new Date('2026-11-21T09:00:00Z')
const after = (ms: number): Date => new Date(start.getTime() + ms)

describe('the manual clock', () => {
  it('stands still until it is advanced', async () => {
    const clock = manualClock(start)
    expect(clock.now()).toEqual(start)
    await clock.advance(1500)
    expect(clock.now()).toEqual(after(1500))
  })

  it('runs what falls due in order, what is due at once in the order it was asked for', async () => {
    const waits = fc.array(fc.nat(1000), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(waits, fc.array(fc.nat(400), { maxLength: 8 }), async (delays, steps) => {
        const clock = manualClock(start)
        const ran: Array<{ wait: number; order: number }> = []
        for (const [order, wait] of delays.entries())
          clock.at(after(wait), () => {
            expect(clock.now()).toEqual(after(wait))
            ran.push({ wait, order })
          })
        for (const step of steps) await clock.advance(step)
        const passed = steps.reduce((sum, step) => sum + step, 0)
        const due = delays.map((wait, order) => ({ wait, order })).filter(({ wait }) => wait <= passed)
        // With no step nothing runs, not even what is due at once.
        const expected = steps.length === 0 ? [] : due
        expect(ran).toEqual(expected.sort((a, b) => a.wait - b.wait || a.order - b.order))
      }),
    )
  })

  it('runs what a run asks for when it too falls due', async () => {
    const clock = manualClock(start)
    const ran: string[] = []
    clock.at(after(10), async () => {
      clock.at(after(20), () => void ran.push('second'))
      await Promise.resolve()
      ran.push('first')
    })
    clock.at(after(30), () => void ran.push('third'))
    await clock.advance(30)
    expect(ran).toEqual(['first', 'second', 'third'])
  })

  it('does not run what was cancelled', async () => {
    const clock = manualClock(start)
    const run = vi.fn<() => void>()
    const cancel = clock.at(after(5), run)
    cancel()
    await clock.advance(10)
    expect(run).not.toHaveBeenCalled()
  })

  it('tells who advanced it when a run fails, and goes on afterwards', async () => {
    const clock = manualClock(start)
    const run = vi.fn<() => void>()
    clock.at(after(5), () => {
      throw new Error('broken')
    })
    clock.at(after(6), run)
    await expect(clock.advance(10)).rejects.toThrow('broken')
    await clock.advance(10)
    expect(run).toHaveBeenCalledOnce()
  })

  it('takes one advance after the other', async () => {
    const clock = manualClock(start)
    const seen: number[] = []
    clock.at(after(10), async () => {
      await new Promise((resolve) => setImmediate(resolve))
      seen.push(clock.now().getTime() - start.getTime())
    })
    await Promise.all([clock.advance(10), clock.advance(10)])
    expect(seen).toEqual([10])
    expect(clock.now()).toEqual(after(20))
  })
})

describe('the real clock', () => {
  afterEach(() => vi.useRealTimers())

  it('runs what is due by itself and can be pushed ahead', async () => {
    vi.useFakeTimers({ now: start })
    const clock = realClock()
    const ran: number[] = []
    for (const wait of [50, 3_600_000])
      clock.at(after(wait), () => void ran.push(clock.now().getTime() - start.getTime()))
    await vi.advanceTimersByTimeAsync(60)
    expect(ran).toEqual([50])
    await clock.advance(3_600_000)
    expect(ran).toEqual([50, 3_600_000])
    expect(clock.now()).toEqual(after(3_600_060))
  })
})

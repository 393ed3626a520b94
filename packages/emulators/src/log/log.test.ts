import { describe, expect, it } from 'vitest'
import { manualClock } from '../clock/clock.ts'
import { createLog, type Entry } from './log.ts'

describe('the log of a mailbox', () => {
  it('keeps everything in order, without gaps, at its time', async () => {
    const clock = manualClock(new Date(0))
    const log = createLog<string>(clock)
    expect([log.head, log.since(0)]).toEqual([0, []])
    log.append('a')
    await clock.advance(1000)
    log.append('b')
    expect(log.head).toBe(2)
    expect(log.since(0).map(({ seq, at, op }) => [seq, at.getTime(), op])).toEqual([
      [1, 0, 'a'],
      [2, 1000, 'b'],
    ])
    expect(log.since(1).map(({ op }) => op)).toEqual(['b'])
    expect(log.since(9)).toEqual([])
  })

  it('tells who listens, until they stop', () => {
    const log = createLog<string>(manualClock(new Date(0)))
    const entries: Array<Entry<string>> = []
    const stop = log.onAppend((entry) => entries.push(entry))
    const first = log.append('a')
    stop()
    log.append('b')
    expect(entries).toEqual([first])
  })
})

import { describe, expect, test } from 'vitest'
import { parseBodyMessage } from './jmap.ts'
import { parseLiveMessage } from './live-events.ts'

describe('live events', () => {
  test('a state change is read', () => {
    const change = { '@type': 'StateChange', changed: { A1: { Email: '12' } } }
    expect(parseLiveMessage('state', JSON.stringify(change))).toEqual({ kind: 'state', change })
  })

  test('a job and a notice are read', () => {
    const job = { job: 'import', accountId: 'A1', done: 1, total: 2, text: 'Importing' }
    expect(parseLiveMessage('job', JSON.stringify(job))).toEqual({ kind: 'job', job })
    const notice = { level: 'warning', text: 'Refused', reference: 'r1' }
    expect(parseLiveMessage('notice', JSON.stringify(notice))).toEqual({ kind: 'notice', notice })
  })

  test.each([
    ['state', '{'],
    ['state', '[]'],
    ['state', '{"@type":"StateChange","changed":{"A1":{"Email":12}}}'],
    ['job', '{"job":"x","accountId":"A1","done":"1","total":2,"text":""}'],
    ['notice', '{"level":"loud","text":"x"}'],
    ['unknown', '{}'],
  ])('an unreadable %s event %s is ignored', (event, data) => {
    expect(parseLiveMessage(event, data)).toBeUndefined()
  })
})

describe('messages of a body frame', () => {
  test('height and link are read, without what else came along', () => {
    expect(parseBodyMessage({ plmail: 'height', height: 320.5, more: 1 })).toEqual({
      plmail: 'height',
      height: 320.5,
    })
    expect(parseBodyMessage({ plmail: 'link', href: null })).toEqual({ plmail: 'link', href: null })
  })

  test.each([
    [null],
    ['height'],
    [{ plmail: 'height', height: Number.NaN }],
    [{ plmail: 'height', height: -1 }],
    [{ plmail: 'height', height: 1e12 }],
    [{ plmail: 'height', height: '10' }],
    [{ plmail: 'link', href: 3 }],
    [{ plmail: 'other' }],
  ])('%j is refused', (data) => {
    expect(parseBodyMessage(data)).toBeUndefined()
  })
})

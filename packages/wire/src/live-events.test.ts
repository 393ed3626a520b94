import { describe, expect, test } from 'vitest'
import { parseBodyMessage } from './reading.ts'
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
    const link = { plmail: 'link', href: 'https://a.example/', says: null }
    expect(parseBodyMessage({ ...link, more: 1 })).toEqual(link)
  })

  test('a link that has to be asked about is read only with an address of the web', () => {
    const open = { plmail: 'open', href: 'https://trap.example/', says: 'www.bank.example' }
    expect(parseBodyMessage({ ...open, more: 1 })).toEqual(open)
    for (const href of ['javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.example', null])
      expect(parseBodyMessage({ ...open, href })).toBeUndefined()
    expect(parseBodyMessage({ ...open, says: null })).toBeUndefined()
  })

  test('so are the focus, the keys a body has no use for, and the number of pictures that did not come', () => {
    const key = { plmail: 'key', key: 'n', ctrlKey: false, metaKey: false, shiftKey: false }
    expect(parseBodyMessage({ ...key, altKey: true })).toEqual(key)
    expect(parseBodyMessage({ plmail: 'focus', more: 1 })).toEqual({ plmail: 'focus' })
    expect(parseBodyMessage({ plmail: 'pictures', failed: 2 })).toEqual({ plmail: 'pictures', failed: 2 })
  })

  test.each([
    [null],
    ['height'],
    [{ plmail: 'height', height: Number.NaN }],
    [{ plmail: 'height', height: -1 }],
    [{ plmail: 'height', height: 1e12 }],
    [{ plmail: 'height', height: '10' }],
    [{ plmail: 'link', href: 3, says: null }],
    [{ plmail: 'link', href: 'https://a.example/' }],
    [{ plmail: 'link', href: 'https://a.example/', says: {} }],
    [{ plmail: 'key', key: 'Enter', ctrlKey: false, metaKey: false, shiftKey: false }],
    [{ plmail: 'key', key: 'nn', ctrlKey: false, metaKey: false, shiftKey: false }],
    [{ plmail: 'key', key: 'n', ctrlKey: 1, metaKey: false, shiftKey: false }],
    [{ plmail: 'pictures', failed: 0.5 }],
    [{ plmail: 'other' }],
  ])('%j is refused', (data) => {
    expect(parseBodyMessage(data)).toBeUndefined()
  })
})

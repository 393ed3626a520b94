import { describe, expect, it } from 'vitest'
import { googleGate } from '../google/schema.ts'
import type { SeenExchange } from '../http/origin.ts'

const exchange = (method: string, url: string, body?: unknown): SeenExchange => ({
  method,
  url,
  headers: {},
  body,
})
const request = (method: string, path: string, body?: unknown): string[] =>
  googleGate.checkRequest(exchange(method, `/gmail/v1/users/me/${path}`, body))
const reply = (method: string, path: string, status: number, body?: unknown): string[] =>
  googleGate.checkReply(exchange(method, `/gmail/v1/users/me/${path}`), status, body)

describe('a request to Gmail', () => {
  it('passes when the documents know all of it', () => {
    expect(request('GET', 'messages?labelIds=INBOX&labelIds=UNREAD&maxResults=500&q=x&alt=json')).toEqual([])
    expect(request('POST', 'messages/batchModify', { ids: ['a'], addLabelIds: ['STARRED'] })).toEqual([])
    expect(request('GET', 'history?startHistoryId=18446744073709551615&historyTypes=labelAdded')).toEqual([])
  })

  it('is a problem when there is no such method, parameter or property', () => {
    expect(request('GET', 'mail')).toEqual(['no such method'])
    expect(request('PUT', 'messages/a')).toEqual(['no such method'])
    expect(request('GET', 'history?historyTypes[0]=messageAdded')[0]).toContain('unknown parameter')
    expect(request('POST', 'messages/a/modify', { addLabels: ['X'] })).toEqual([
      'body.addLabels: not in the document',
    ])
  })

  it('is a problem when a value is not of its type', () => {
    expect(request('GET', 'history?historyTypes=labelsAdded')[0]).toContain('not in messageAdded|')
    expect(request('GET', 'history?startHistoryId=18446744073709551616')).toEqual([
      '?startHistoryId: outside uint64',
    ])
    expect(request('GET', 'messages?maxResults=-1')).toEqual(['?maxResults: outside uint32'])
    expect(request('GET', 'messages?q=a&q=b')).toEqual(['?q: repeated'])
    expect(request('POST', 'messages/batchDelete', { ids: 'a' })).toEqual(['body.ids: not an array'])
  })

  it('must carry what its method requires', () => {
    expect(request('POST', 'messages/send', { threadId: 't' })).toEqual([
      'body.raw: required by gmail.users.messages.send',
    ])
    expect(request('POST', 'messages/send', { raw: 'U3ViamVjdDogeA' })).toEqual([])
  })

  it('takes bytes where media is uploaded and nowhere else', () => {
    const bytes = Buffer.from('Subject: x\r\n\r\n')
    const upload = '/upload/gmail/v1/users/me/messages/send?uploadType=media'
    expect(googleGate.checkRequest(exchange('POST', upload, bytes))).toEqual([])
    expect(request('POST', 'messages/send', bytes)).toEqual(['body: not an object'])
  })
})

describe('a reply of Gmail', () => {
  it('passes as the documents have it', () => {
    expect(reply('GET', 'messages', 200, { resultSizeEstimate: 0 })).toEqual([])
    expect(reply('GET', 'messages/1', 200, { id: '1', internalDate: '1795251846000', raw: 'eA' })).toEqual([])
    expect(reply('DELETE', 'messages/1', 204)).toEqual([])
  })

  it('is a problem when a 64-bit number is too large or no text', () => {
    expect(reply('GET', 'history', 200, { historyId: '179525188610810310188' })).toEqual([
      'body.historyId: outside uint64',
    ])
    expect(reply('GET', 'profile', 200, { historyId: 12 })).toEqual(['body.historyId: not a string (number)'])
  })

  it('is a problem when it says what no document says', () => {
    expect(reply('POST', 'watch', 200, { historyId: '1', expiration: '1', resourceName: 'x' })).toEqual([
      'body.resourceName: not in the document',
    ])
    expect(reply('DELETE', 'messages/1', 200, { id: '1' })).toEqual([
      'body: gmail.users.messages.delete answers with none',
    ])
  })

  it('refuses in the envelope of Google, with the status repeated', () => {
    const error = { code: 404, message: 'Not found', errors: [{ reason: 'notFound' }] }
    expect(reply('GET', 'messages/1', 404, { error })).toEqual([])
    expect(reply('GET', 'messages/1', 403, { error })).toEqual(['error.code 404 differs from status 403'])
    expect(reply('GET', 'messages/1', 404, { error: 'invalid_grant' })).toHaveLength(1)
  })
})

describe('a batch of Gmail', () => {
  const part = (id: string, line: string): string =>
    `--b1\r\nContent-Type: application/http\r\nContent-ID: <${id}>\r\n\r\n${line}\r\n\r\n`
  const batch = (...parts: string[]): SeenExchange => ({
    method: 'POST',
    url: '/batch/gmail/v1',
    headers: { 'content-type': 'multipart/mixed; boundary=b1' },
    body: Buffer.from(`${parts.join('')}--b1--\r\n`),
  })
  const get = (n: number): string => part(`m${n}`, `GET /gmail/v1/users/me/messages/${n}?format=raw`)

  it('is judged part by part', () => {
    expect(googleGate.checkRequest(batch(get(1), get(2)))).toEqual([])
    expect(googleGate.checkRequest(batch(get(1), get(1)))[0]).toContain('repeated')
    expect(googleGate.checkRequest(batch(part('x', 'GET /gmail/v1/users/me/messages?many=1')))).toEqual([
      'part <x>: ?many: unknown parameter of gmail.users.messages.list',
    ])
    expect(googleGate.checkRequest(batch(...Array.from({ length: 101 }, (_, i) => get(i))))).toEqual([
      'batch: 101 parts of at most 100',
    ])
  })

  it('is answered in any order, each part naming its request', () => {
    const answer = (id: string, body: unknown): string =>
      `--r\r\nContent-Type: application/http\r\nContent-ID: <response-${id}>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(body)}\r\n`
    const check = (...parts: string[]): string[] =>
      googleGate.checkReply(batch(get(1), get(2)), 200, Buffer.from(`${parts.join('')}--r--\r\n`))
    expect(check(answer('m2', { id: '2' }), answer('m1', { id: '1' }))).toEqual([])
    expect(check(answer('m1', { uid: '1' }))).toEqual(['part <response-m1>: body.uid: not in the document'])
    expect(check(answer('m3', { id: '3' }))[0]).toContain('answers no request')
  })
})

import { describe, expect, it } from 'vitest'
import { graphGate } from '../microsoft/schema.ts'
import type { SeenExchange } from '../http/origin.ts'

const exchange = (method: string, path: string, body?: unknown): SeenExchange => ({
  method,
  url: `/v1.0/${path}`,
  headers: {},
  body,
})
const request = (method: string, path: string, body?: unknown): string[] =>
  graphGate.checkRequest(exchange(method, path, body))
const reply = (method: string, path: string, status: number, body?: unknown): string[] =>
  graphGate.checkReply(exchange(method, path), status, body)

describe('a request to Graph', () => {
  it('passes when the metadata knows all of it', () => {
    expect(request('GET', 'me/mailFolders/inbox/messages/delta?$select=id,subject&$top=50')).toEqual([])
    expect(request('GET', "me/mailFolders('inbox')/messages?$orderby=receivedDateTime desc")).toEqual([])
    expect(request('GET', 'me/messages/AA%2F%2B%3D?$expand=attachments($select=id,name)')).toEqual([])
    expect(request('POST', 'me/messages/A/move', { destinationId: 'archive' })).toEqual([])
  })

  it('is a problem when it selects or walks to what is not there', () => {
    expect(request('GET', 'me/mailFolders?$select=id,wellKnownName')).toEqual([
      "$select: Could not find a property named 'wellKnownName' on mailFolder",
    ])
    expect(request('GET', 'me/messages?$select=meetingMessageType')[0]).toContain('meetingMessageType')
    expect(request('GET', 'me/messages?$select=id,microsoft.graph.eventMessage/meetingMessageType')).toEqual(
      [],
    )
    expect(request('GET', 'me/letters')).toEqual(['user has no "letters"'])
    expect(request('GET', 'we/messages')).toEqual(['/we: no such root'])
    expect(request('GET', 'me/messages?$foo=1')).toEqual(['?$foo: unknown system option'])
  })

  it('is a problem when a value or a parameter is not what the metadata says', () => {
    expect(request('PATCH', 'me/messages/A', { flag: { flagStatus: 'starred' } })[0]).toContain('not in')
    expect(request('PATCH', 'me/messages/A', { isread: true })[0]).toContain('spelt "isRead"')
    expect(request('POST', 'me/messages/A/move', { folderId: 'archive' })).toEqual([
      'body.folderId: not a parameter of move',
    ])
    expect(request('GET', 'me/messages/A/move')).toEqual(['move is an action (POST)'])
    expect(request('DELETE', 'me/mailFolders/F/messages')).toEqual(['DELETE: not on a collection'])
  })

  it('may carry MIME instead of an entity', () => {
    expect(request('POST', 'me/messages', Buffer.from('U3ViamVjdDogeA=='))).toEqual([])
    expect(request('POST', 'me/sendMail', Buffer.from('U3ViamVjdDogeA=='))).toEqual([])
  })
})

describe('a reply of Graph', () => {
  const delta = 'me/mailFolders/inbox/messages/delta'

  it('may be an empty page of a delta as long as one link goes on', () => {
    expect(reply('GET', delta, 200, { value: [], '@odata.nextLink': 'u' })).toEqual([])
    expect(reply('GET', delta, 200, { value: [] })[0]).toContain('exactly one')
    expect(
      reply('GET', delta, 200, { value: [], '@odata.nextLink': 'u', '@odata.deltaLink': 'v' })[0],
    ).toContain('exactly one')
  })

  it('may hold partial and removed messages in a delta and nowhere else', () => {
    const removed = { '@odata.type': '#microsoft.graph.message', id: 'A', '@removed': { reason: 'deleted' } }
    const page = { value: [removed, { id: 'B', isRead: true }], '@odata.deltaLink': 'u' }
    expect(reply('GET', delta, 200, page)).toEqual([])
    expect(reply('GET', 'me/messages', 200, { value: [removed] })[0]).toContain('outside a delta')
    expect(reply('GET', delta, 200, { ...page, value: [{ isRead: true }] })).toEqual(['value[0].id: absent'])
  })

  it('is a problem when a property is unknown, null where none may be, or of another type', () => {
    expect(reply('GET', 'me/mailFolders/inbox', 200, { id: 'F', wellKnownName: 'inbox' })).toEqual([
      'body.wellKnownName: not on mailFolder',
    ])
    expect(reply('GET', 'me/mailFolders/inbox', 200, { id: null })).toEqual(['body.id: null'])
    expect(reply('GET', 'me/messages/A', 200, { id: 'A', receivedDateTime: 'today' })).toEqual([
      'body.receivedDateTime: not DateTimeOffset',
    ])
    expect(
      reply('GET', 'me/messages/A', 200, { id: 'A', '@odata.type': '#microsoft.graph.mailFolder' }),
    ).toEqual(['body: mailFolder where a message belongs'])
  })

  it('has no body when it only accepts, and Graph’s envelope when it refuses', () => {
    expect(reply('POST', 'me/sendMail', 202)).toEqual([])
    expect(reply('POST', 'me/sendMail', 202, {})).toEqual(['body on 202'])
    expect(
      reply('GET', 'me/messages/A', 404, { error: { code: 'ErrorItemNotFound', message: 'x' } }),
    ).toEqual([])
    expect(reply('GET', 'me/messages/A', 404, 'Not found')).toHaveLength(1)
  })
})

describe('a $batch of Graph', () => {
  const headers = { 'Content-Type': 'application/json' }
  const batch = (requests: unknown[]): string[] => request('POST', '$batch', { requests })

  it('is judged part by part', () => {
    const mark = { id: '1', method: 'PATCH', url: '/me/messages/A', headers, body: { isRead: true } }
    const move = { id: '2', method: 'POST', url: 'me/messages/A/move', headers, body: { destinationId: 'x' } }
    expect(batch([mark, { ...move, dependsOn: ['1'] }])).toEqual([])
    expect(batch([{ ...move, dependsOn: ['1'] }, mark])[0]).toContain('does not stand before it')
    expect(batch([{ ...mark, headers: {} }])).toEqual(['part 1: body without Content-Type'])
    expect(batch([{ id: 'a', method: 'GET', url: '/me/mailFolders?$select=wellKnownName' }])[0]).toContain(
      'part a: $select',
    )
  })

  it('holds at most twenty requests whose ids differ by more than case', () => {
    const get = (id: string): unknown => ({ id, method: 'GET', url: '/me/messages/A' })
    expect(batch(Array.from({ length: 21 }, (_, i) => get(String(i))))).toEqual([
      'requests: 21 of at most 20',
    ])
    expect(batch([get('a'), get('A')])).toEqual(['id "A": absent or repeated'])
    expect(batch([{ id: 'a', method: 'GET', url: 'https://graph.microsoft.com/v1.0/me' }])).toEqual([
      'part a: absolute url',
    ])
  })

  it('is answered by parts that pass as replies of their own', () => {
    const seen = exchange('POST', '$batch', { requests: [{ id: '1', method: 'GET', url: '/me/messages/A' }] })
    const answer = (body: unknown, id = '1'): string[] =>
      graphGate.checkReply(seen, 200, { responses: [{ id, status: 200, body }] })
    expect(answer({ id: 'A' })).toEqual([])
    expect(answer({ id: 'A', colour: 'red' })).toEqual(['part 1: body.colour: not on message'])
    expect(answer({ id: 'A' }, '2')).toEqual(['part 2: answers no request of the batch'])
  })
})

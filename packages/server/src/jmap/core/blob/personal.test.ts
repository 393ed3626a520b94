import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BlobClient, blobClient } from '../../../../../server-testing/src/jmap/core/blob-client.ts'
import {
  type JmapForTests,
  type JmapUser,
  jmapForTests,
} from '../../../../../server-testing/src/jmap/test-jmap.ts'

/** Bytes in the personal account: pictures of contacts, attachments of events, calendar files. */
let rig: JmapForTests
let client: BlobClient
let ada: JmapUser
beforeAll(async () => {
  rig = await jmapForTests()
  client = await blobClient(rig)
  ada = rig.ada
})
afterAll(() => rig[Symbol.asyncDispose]())

const using = ['core', 'mail', 'blob', 'contacts', 'calendars', 'calendars:parse'].map(
  (name) => `urn:ietf:params:jmap:${name}`,
)
type Answer = Record<string, Record<string, unknown>>
async function own(name: string, args: Record<string, unknown>): Promise<Answer> {
  const methodCalls = [[name, { accountId: ada.personalId, ...args }, '0']]
  const { json } = await ada.post(JSON.stringify({ using, methodCalls }))
  return (json['methodResponses'] as Array<[string, Answer]>)[0]![1]
}
const upload = (body: string | Buffer) =>
  client.upload({ ...ada, accountId: ada.personalId }, body, 'image/png')

test('bytes are kept and read as in one of mail, and stay apart from it', async () => {
  const picture = Buffer.from('89504e470d0a1a0a00ff', 'hex')
  const blobId = await upload(picture)
  const { personalId } = ada
  const answer = await client.download(ada, blobId, { accountId: personalId, type: 'image/png' })
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(picture)
  expect((await client.download(ada, blobId)).status).toBe(404)
  expect((await client.download(rig.bob, blobId, { accountId: personalId })).status).toBe(404)
  const size = { ids: [blobId], properties: ['size'] }
  expect(await own('Blob/get', size)).toMatchObject({ list: [{ id: blobId, size: picture.length }] })
  const looked = await own('Blob/lookup', { ids: [blobId], typeNames: ['Email'] })
  expect(looked).toMatchObject({ list: [{ id: blobId, matchedIds: { Email: [] } }] })
  const copy = await own('Blob/copy', {
    fromAccountId: personalId,
    accountId: ada.accountId,
    blobIds: [blobId],
  })
  expect(copy).toMatchObject({ copied: { [blobId]: blobId }, notCopied: null })
  const message = await client.upload(ada, 'a letter')
  const back = { fromAccountId: ada.accountId, blobIds: [message] }
  expect(Object.keys((await own('Blob/copy', back))['copied']!)).toHaveLength(1)
})

test('a calendar file that was sent there is read', async () => {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:u', 'SUMMARY:Tea']
  const rest = ['DTSTAMP:20261101T090000Z', 'DTSTART:20261122T090000Z', 'END:VEVENT', 'END:VCALENDAR', '']
  const blobId = await upload([...lines, ...rest].join('\r\n'))
  const answer = await own('CalendarEvent/parse', { blobIds: [blobId], properties: ['title'] })
  expect(answer['parsed']).toEqual({ [blobId]: [{ title: 'Tea' }] })
})

test('what was read of a calendar file can be stored as it is', async () => {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:stored', 'SUMMARY:Tea']
  const rest = ['DTSTAMP:20261101T090000Z', 'DTSTART:20261122T090000Z', 'END:VEVENT', 'END:VCALENDAR', '']
  const blobId = await upload([...lines, ...rest].join('\r\n'))
  const { parsed } = (await own('CalendarEvent/parse', { blobIds: [blobId] })) as unknown as {
    parsed: Record<string, Array<Record<string, unknown>>>
  }
  const [event] = parsed[blobId] ?? []
  expect(event).toMatchObject({ id: null, isOrigin: null, title: 'Tea' })
  expect(await own('CalendarEvent/set', { create: { tea: event } })).toMatchObject({
    created: { tea: { id: expect.any(String) } },
    notCreated: null,
  })
})

test('a card and an event keep the bytes of blobs they are sent with, and say so', async () => {
  const blobId = await upload('picture')
  const uri = `data:image/png;base64,${Buffer.from('picture').toString('base64')}`
  const media = (id: unknown, mediaType: unknown = 'image/png') => ({
    p: { '@type': 'Media', kind: 'photo', blobId: id, mediaType },
  })
  const kept = { p: { '@type': 'Media', kind: 'photo', mediaType: 'image/png', uri } }
  const name = { full: 'Ada' }
  const made = await own('ContactCard/set', {
    create: {
      good: { name, media: media(blobId) },
      lost: { name, media: media('Bnone') },
      number: { name, media: media(7) },
      untyped: { name, media: media(blobId, null) },
      large: { name, media: media(await upload(Buffer.alloc(600_000))) },
    },
  })
  expect(made['created']).toMatchObject({ good: { media: kept } })
  expect(made['notCreated']).toMatchObject({
    lost: { type: 'invalidProperties', properties: ['media'] },
    large: { type: 'tooLarge' },
    number: { type: 'invalidProperties', properties: ['media'] },
    untyped: { type: 'invalidProperties', properties: ['media'] },
  })
  const id = (made['created']!['good'] as unknown as { id: string }).id
  const patched = await own('ContactCard/set', {
    update: {
      [id]: { 'media/q': { kind: 'logo', blobId, mediaType: 'image/png' }, 'media/p/label': 'Old' },
    },
  })
  expect(patched).toMatchObject({ updated: { [id]: null } })
  expect((await own('ContactCard/get', { ids: [id] }))['list']).toMatchObject([
    { media: { p: { ...kept.p, label: 'Old' }, q: { kind: 'logo', uri } } },
  ])
  const inside = await own('ContactCard/set', { update: { [id]: { 'media/p/blobId': blobId } } })
  expect(inside['notUpdated']).toMatchObject({
    [id]: { type: 'invalidProperties', properties: ['media/p/blobId'] },
  })
  const links = { l: { '@type': 'Link', blobId, contentType: 'image/png' } }
  const start = { start: '2026-11-23T10:00:00', timeZone: 'Europe/Berlin' }
  const event = await own('CalendarEvent/set', {
    create: { e: { title: 'Tea', ...start, links }, f: { ...start, links: { l: { blobId: 'Bnone' } } } },
  })
  expect(event['created']).toMatchObject({ e: { links: { l: { href: uri, contentType: 'image/png' } } } })
  expect(event['notCreated']).toMatchObject({ f: { type: 'invalidProperties', properties: ['links'] } })
})

test('credentials for calendars alone keep bytes there and nowhere else', async () => {
  const wanted = { name: 'Calendars', expiresAt: null, scope: 'calendar' as const, accountId: null }
  const password = await rig.http.people.appPasswords.create(ada.id, wanted)
  if (!password.ok) throw new Error('the app password was not made')
  const headers = { authorization: `Bearer ${password.secret}` }
  const send = async (accountId: string) =>
    (await fetch(`${client.origin}/jmap/upload/${accountId}`, { method: 'POST', body: 'x', headers })).status
  expect([await send(ada.personalId), await send(ada.accountId)]).toEqual([201, 404])
})

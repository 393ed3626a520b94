import { describe, expect, test } from 'vitest'
import { mail, segment, startForTest } from '../microsoft-for-tests.ts'

describe('Categories of Graph', () => {
  test('are made with a name and a colour, recoloured and removed; the name on messages stays', async () => {
    const { ada, graph } = await startForTest()
    const path = '/me/outlook/masterCategories'
    const made = await graph(path, { body: { displayName: 'Rot', color: 'preset0' } })
    expect(made.status).toBe(201)
    expect((await graph(path, { body: { displayName: 'rot' } })).status).toBe(409)
    ada.deliver(mail('One'), { keywords: ['Rot', 'Blau'] })
    expect((await graph(path)).body.value.map((item: { displayName: string }) => item.displayName)).toEqual([
      'Rot',
      'Blau',
    ])
    const one = `${path}/${segment(made.body.id)}`
    expect((await graph(one, { method: 'PATCH', body: { color: 'preset7' } })).body.color).toBe('preset7')
    const renamed = await graph(one, { method: 'PATCH', body: { displayName: 'Rubin' } })
    expect(renamed.status).toBe(400)
    expect((await graph(one, { method: 'DELETE' })).status).toBe(204)
    expect((await graph(one)).status).toBe(404)
    expect(ada.truth().messages[0]?.keywords).toEqual(['Rot', 'Blau'])
  })
})

describe('Settings of a mailbox', () => {
  test('speak the language of the mailbox and can be changed', async () => {
    const { graph } = await startForTest()
    const { body } = await graph('/me/mailboxSettings')
    expect(body).toMatchObject({ timeZone: 'W. Europe Standard Time', language: { locale: 'de-DE' } })
    const changed = await graph('/me/mailboxSettings', {
      method: 'PATCH',
      body: { timeZone: 'Europe/Vienna' },
    })
    expect(changed.body.timeZone).toBe('Europe/Vienna')
    expect((await graph('/me/mailboxSettings')).body.timeZone).toBe('Europe/Vienna')
  })
})

describe('Ids', () => {
  test('are translated from one form to the other', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const { body } = await graph('/me/translateExchangeIds', {
      body: { inputIds: [id, 'nonsense'], sourceIdType: 'restImmutableEntryId', targetIdType: 'restId' },
    })
    expect(body.value[0]).toEqual({ sourceId: id, targetId: ada.idIn('rest', id) })
    expect(body.value[1].errorDetails.code).toBe('ErrorItemNotFound')
  })
})

describe('Paths that are not served', () => {
  test('are refused, and so are methods', async () => {
    const { graph, world } = await startForTest()
    expect((await graph('/messages')).body.error.message).toContain("segment 'messages'")
    expect((await graph('/me/nothing')).status).toBe(400)
    world.requests.clear()
    expect((await graph('/me/sendMail')).status).toBe(405)
    expect((await graph('/me/mailFolders/%E0%A4%A')).status).toBe(400)
    world.requests.clear()
  })
})

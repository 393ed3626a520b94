import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Call, type Json, mail, type Running, signedIn, startForTest } from '../google-for-tests.ts'

async function start(): Promise<Running & { call: Call; cursor: string }> {
  const running = await startForTest()
  const call = await signedIn(running.google)
  return { ...running, call, cursor: (await call('GET', '/profile')).body.historyId }
}

const kinds = ['messagesAdded', 'messagesDeleted', 'labelsAdded', 'labelsRemoved'] as const

const told = (records: Json[] | undefined): string[] =>
  (records ?? []).map((record) => kinds.find((kind) => kind in record) ?? '?')

describe('history', () => {
  test('tells each change once and in order; without any there is no history key', async () => {
    const { ada, call, cursor } = await start()
    expect((await call('GET', `/history?startHistoryId=${cursor}`)).body).toEqual({ historyId: cursor })
    const id = ada.deliver(mail())
    await call('POST', `/messages/${id}/modify`, { addLabelIds: ['STARRED'], removeLabelIds: ['UNREAD'] })
    await call('POST', `/messages/${id}/trash`)
    await call('DELETE', `/messages/${id}`)
    const { body } = await call('GET', `/history?startHistoryId=${cursor}`)
    expect(told(body.history)).toEqual([
      'messagesAdded',
      'labelsAdded',
      'labelsRemoved',
      'labelsAdded',
      'labelsRemoved',
      'messagesDeleted',
    ])
    expect(body.history[3]).toMatchObject({
      messages: [{ id, threadId: id }],
      labelsAdded: [{ message: { id, labelIds: expect.arrayContaining(['TRASH']) }, labelIds: ['TRASH'] }],
    })
    const ids = body.history.map((record) => BigInt(record.id))
    expect(ids).toEqual(ids.toSorted((a, b) => (a < b ? -1 : 1)))
    expect(ids.some((historyId, i) => i > 0 && historyId - ids[i - 1]! > 1n)).toBe(true)
    expect(ids.every((historyId) => historyId < 2n ** 63n && historyId > 2n ** 62n)).toBe(true)
  })

  test('begins after the cursor, which may lie between two changes', async () => {
    const { ada, call, cursor } = await start()
    ada.deliver(mail())
    const middle = (await call('GET', '/profile')).body.historyId
    ada.act({ kind: 'create-folder', name: 'Receipts' })
    const later = (await call('GET', '/profile')).body.historyId
    expect(BigInt(later)).toBeGreaterThan(BigInt(middle))
    expect((await call('GET', `/history?startHistoryId=${later}`)).body).toEqual({ historyId: later })
    ada.deliver(mail())
    for (const [from, count] of [
      [cursor, 2],
      [middle, 1],
      [later, 1],
    ] as const)
      expect((await call('GET', `/history?startHistoryId=${from}`)).body.history).toHaveLength(count)
  })

  test('is narrowed by kind and by label', async () => {
    const { ada, call, cursor } = await start()
    const id = ada.deliver(mail())
    ada.act({ kind: 'label', ids: [id], label: 'Receipts' })
    ada.act({ kind: 'archive', ids: [id] })
    const label = ada.store.labels.named('Receipts')!.id
    const loadKinds = async (query: string): Promise<string[]> =>
      told((await call('GET', `/history?startHistoryId=${cursor}&${query}`)).body.history)
    expect(await loadKinds('historyTypes=messageAdded')).toEqual(['messagesAdded'])
    expect(await loadKinds('historyTypes=labelAdded&historyTypes=labelRemoved')).toEqual([
      'labelsAdded',
      'labelsRemoved',
    ])
    expect(await loadKinds(`labelId=${label}`)).toEqual(['labelsAdded', 'labelsRemoved'])
    expect((await call('GET', `/history?startHistoryId=${cursor}&historyTypes=labelsAdded`)).status).toBe(400)
  })

  test('comes in pages', async () => {
    const { ada, call, cursor } = await start()
    for (let i = 0; i < 5; i++) ada.deliver(mail())
    const seen: unknown[] = []
    let token: unknown = ''
    do {
      const path = `/history?startHistoryId=${cursor}&maxResults=2${token === '' ? '' : `&pageToken=${token}`}`
      const { body } = await call('GET', path)
      seen.push(...body.history.map((json) => json.id))
      token = body.nextPageToken
    } while (token !== undefined)
    expect(new Set(seen).size).toBe(5)
  })

  test('is gone after a week if something happened meanwhile, and for ids never given out', async () => {
    const { ada, call, cursor, world, google } = await start()
    await world.clock.advance(20 * 86_400_000)
    const fresh = await signedIn(google)
    expect((await fresh('GET', `/history?startHistoryId=${cursor}`)).status).toBe(200)
    ada.deliver(mail())
    await world.clock.advance(7 * 86_400_000 - 1000)
    const later = await signedIn(google)
    expect((await later('GET', `/history?startHistoryId=${cursor}`)).status).toBe(200)
    await world.clock.advance(2000)
    expect(await later('GET', `/history?startHistoryId=${cursor}`)).toMatchObject({
      status: 404,
      body: { error: { errors: [{ reason: 'notFound' }] } },
    })
    expect((await later('GET', '/history?startHistoryId=1')).status).toBe(404)
    expect((await call('GET', '/history')).status).toBe(401)
    expect((await later('GET', '/history')).status).toBe(400)
    expect((await later('GET', '/history?startHistoryId=abc')).status).toBe(400)
  })

  test('brings a copy made by replaying it to the state of the mailbox, whatever happened', async () => {
    const step = fc.record({
      kind: fc.constantFrom('deliver', 'star', 'unstar', 'trash', 'delete', 'read', 'move', 'draft', 'edit'),
      which: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { ada, call, cursor, google } = await start()
        for (const { kind, which } of steps) happen(ada, kind, which)
        const copy = new Map<string, string[]>()
        const { body } = await call('GET', `/history?startHistoryId=${cursor}&maxResults=500`)
        for (const record of body.history ?? []) replay(copy, record)
        const real = new Map(
          [...ada.store.newestFirst()].map((stored) => [stored.id, [...stored.labels].sort()]),
        )
        expect(new Map([...copy].sort())).toEqual(new Map([...real].sort()))
        await google.close()
      }),
      { numRuns: 25 },
    )
  })
})

function happen(ada: Running['ada'], kind: string, which: number): void {
  if (kind === 'deliver') return void ada.deliver(mail())
  if (kind === 'draft') return ada.act({ kind: 'create-draft', raw: mail() })
  const drafts = [...ada.store.drafts.keys()]
  if (kind === 'edit' && drafts.length > 0)
    return ada.act({ kind: 'edit-draft', id: drafts[which % drafts.length]!, raw: mail() })
  const all = [...ada.store.newestFirst()].map((stored) => stored.id)
  if (all.length === 0) return
  const ids = [all[which % all.length]!]
  if (kind === 'star') ada.act({ kind: 'mark', ids, keyword: '$flagged' })
  if (kind === 'unstar') ada.act({ kind: 'unmark', ids, keyword: '$flagged' })
  if (kind === 'read') ada.act({ kind: 'mark', ids, keyword: '$seen' })
  if (kind === 'move') ada.act({ kind: 'move', ids, to: 'Receipts' })
  if (kind === 'trash') ada.act({ kind: 'trash', ids })
  if (kind === 'delete') ada.act({ kind: 'delete', ids })
}

function replay(copy: Map<string, string[]>, record: Json): void {
  for (const json of record.messagesAdded ?? []) copy.set(json.message.id, json.message.labelIds.toSorted())
  for (const json of record.messagesDeleted ?? []) copy.delete(json.message.id)
  for (const json of record.labelsAdded ?? []) {
    const id = json.message.id
    copy.set(id, [...(copy.get(id) ?? []), ...json.labelIds].sort())
  }
  for (const json of record.labelsRemoved ?? []) {
    const id = json.message.id
    copy.set(
      id,
      (copy.get(id) ?? []).filter((label) => !json.labelIds.includes(label)),
    )
  }
}

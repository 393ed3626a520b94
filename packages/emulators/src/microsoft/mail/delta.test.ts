import { describe, expect, test } from 'vitest'
import { getGraph, mail, segment, startForTest, getToken } from '../microsoft-for-tests.ts'

const inbox = '/me/mailFolders/inbox/messages/delta'
const immutable = { headers: { prefer: 'IdType="ImmutableId"' } }

describe('The delta of a folder', () => {
  test('lists what is there, then only what changed since', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    ada.deliver(mail('Two'))
    const first = await graph.pages(`${inbox}?$select=subject,isRead`, immutable)
    expect(first.value.map((item) => item.subject)).toEqual(['One', 'Two'])
    const quiet = await graph.pages(first.deltaLink, immutable)
    expect(quiet.value).toEqual([])
    ada.act({ kind: 'mark', ids: [id], keyword: '$seen' })
    ada.deliver(mail('Three'))
    const second = await graph.pages(quiet.deltaLink, immutable)
    // An update may hold nothing but what changed.
    expect(second.value[0]).toEqual({
      '@odata.type': '#microsoft.graph.message',
      '@odata.etag': expect.any(String),
      id,
      isRead: true,
    })
    expect(second.value[1]).toMatchObject({ subject: 'Three', isRead: false })
  })

  test('reads no message twice for what a list of flags shows of it', async () => {
    const { ada, graph } = await startForTest()
    const raw = mail('Weighty', { headers: 'Importance: high\r\n' })
    let renders = 0
    for (let number = 0; number < 3; number++)
      ada.deliver({
        size: raw.size,
        render: () => {
          renders++
          return raw.render()
        },
      })
    const list = () => graph.pages(`${inbox}?$select=isRead,flag,importance`)
    expect((await list()).value.map((message) => message.importance)).toEqual(['high', 'high', 'high'])
    const before = renders
    await list()
    expect(renders).toBe(before)
  })

  test('calls a message removed whether it was deleted or moved away, by the id the folder knew', async () => {
    const { ada, graph } = await startForTest()
    const [gone, moved] = [ada.deliver(mail('One')), ada.deliver(mail('Two'))]
    const { deltaLink, value } = await graph.pages(inbox)
    ada.act({ kind: 'delete', ids: [gone] })
    ada.act({ kind: 'archive', ids: [moved] })
    const after = await graph.pages(deltaLink)
    expect(after.value.map((item) => [item.id, item['@removed'].reason])).toEqual(
      value.map((item) => [item.id, 'deleted']),
    )
    const archive = await graph.pages('/me/mailFolders/archive/messages/delta')
    expect(archive.value[0].subject).toBe('Two')
    expect(archive.value[0].id).not.toBe(value[1].id)
  })

  test('speaks of a message that went and came back under its old id and its new one', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    const rest = await graph.pages(inbox)
    const fixed = await graph.pages(inbox, immutable)
    ada.act({ kind: 'archive', ids: [id] })
    ada.act({ kind: 'move', ids: [id], to: 'inbox' })
    const byRest = (await graph.pages(rest.deltaLink)).value
    expect(byRest[0]).toMatchObject({ id: rest.value[0].id, '@removed': { reason: 'deleted' } })
    expect(byRest.at(-1)).toMatchObject({ subject: 'One', id: ada.idIn('rest', id) })
    const byImmutable = (await graph.pages(fixed.deltaLink, immutable)).value
    expect(byImmutable).toMatchObject([{ id, subject: 'One' }])
  })

  test('comes in pages of the size preferred, newest first when asked', async () => {
    const { ada, graph } = await startForTest()
    for (let day = 1; day <= 7; day++)
      ada.deliver(mail(`Nr ${day}`), { receivedAt: new Date(Date.UTC(2026, 10, day)) })
    const { value, pages } = await graph.pages(`${inbox}?$orderby=receivedDateTime desc&$select=subject`, {
      headers: { prefer: 'odata.maxpagesize=3' },
    })
    expect(value.map((item) => item.subject)).toEqual([
      'Nr 7',
      'Nr 6',
      'Nr 5',
      'Nr 4',
      'Nr 3',
      'Nr 2',
      'Nr 1',
    ])
    expect(pages).toBe(3)
  })

  test('misses nothing that happens while it is being paged through', async () => {
    const { ada, graph } = await startForTest()
    const ids = Array.from({ length: 6 }, (_, nr) => ada.deliver(mail(`Nr ${nr}`)))
    const first = await graph(inbox, { headers: { prefer: 'odata.maxpagesize=2' } })
    ada.act({ kind: 'archive', ids: [ids[0] ?? '', ids[5] ?? ''] })
    ada.deliver(mail('Late'), { receivedAt: new Date('2020-01-01T00:00:00Z') })
    const rest = await graph.pages(first.body['@odata.nextLink'])
    const next = await graph.pages(rest.deltaLink)
    const known = new Map<string, string>()
    for (const message of [...first.body.value, ...rest.value, ...next.value])
      if (message['@removed']) known.delete(message.id)
      else known.set(message.id, message.subject ?? known.get(message.id))
    expect([...known.values()].sort()).toEqual(['Late', 'Nr 1', 'Nr 2', 'Nr 3', 'Nr 4'])
  })

  test('has empty pages and says things twice, as the real one does', async () => {
    const { ada, graph } = await startForTest({ mailbox: { deltaNoise: 1 } })
    ada.deliver(mail('One'))
    const first = await graph(inbox)
    expect(first.body.value).toEqual([])
    const second = await graph(first.body['@odata.nextLink'])
    expect(second.body.value).toHaveLength(2)
    expect(second.body.value[0]).toEqual(second.body.value[1])
    expect(second.body['@odata.deltaLink']).toBeDefined()
  })

  test('filters by time of receipt and by kind of change, and by nothing else', async () => {
    const { ada, graph } = await startForTest()
    ada.deliver(mail('Old'), { receivedAt: new Date('2026-01-01T00:00:00Z') })
    ada.deliver(mail('New'), { receivedAt: new Date('2026-11-01T00:00:00Z') })
    const since = await graph.pages(`${inbox}?$filter=receivedDateTime ge 2026-06-01T00:00:00Z`)
    expect(since.value.map((item) => item.subject)).toEqual(['New'])
    const created = await graph.pages(`${inbox}?changeType=created`)
    ada.act({ kind: 'mark', ids: ada.truth().messages.map((message) => message.id), keyword: '$seen' })
    ada.deliver(mail('Third'))
    expect((await graph.pages(created.deltaLink)).value.map((item) => item.subject)).toEqual(['Third'])
    for (const query of ['$filter=isRead eq false', '$search="x"', '$orderby=subject'])
      expect((await graph(`${inbox}?${query}`)).status).toBe(400)
  })

  test('ends a filtered first round after 5,000 messages', async () => {
    const { ada, graph } = await startForTest()
    for (let nr = 0; nr < 5_010; nr++) ada.deliver(mail(`Nr ${nr % 10}`))
    const { value } = await graph.pages(
      `${inbox}?$filter=receivedDateTime ge 2020-01-01T00:00:00Z&$select=isRead`,
      { headers: { prefer: 'odata.maxpagesize=1000' } },
    )
    expect(value).toHaveLength(5_000)
  })

  test('refuses links that were changed, belong elsewhere or are too old', async () => {
    const { ada, graph, world, microsoft } = await startForTest()
    ada.deliver(mail('One'))
    const { deltaLink } = await graph.pages(inbox)
    expect((await graph(`${deltaLink}&$select=id`)).body.error.message).toContain('cannot be added')
    expect((await graph(deltaLink.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(400)
    const token = deltaLink.split('$deltatoken=')[1] ?? ''
    expect((await graph(`/me/mailFolders/archive/messages/delta?$deltatoken=${token}`)).status).toBe(400)
    await world.clock.advance(31 * 24 * 3600_000)
    const later = getGraph(microsoft, await getToken(microsoft, ada.email))
    expect((await later(deltaLink)).body.error.code).toMatch(/^(syncStateNotFound|resyncRequired)$/i)
  })

  test('answers a link whose state is gone with a code to begin anew', async () => {
    const codes = new Set<string>()
    for (const seed of ['a', 'b', 'c', 'd', 'e', 'f']) {
      const { ada, graph, world } = await startForTest({ seed })
      const { deltaLink } = await graph.pages(inbox)
      world.faults.arm({
        operation: 'graph.messages.delta',
        account: ada.email,
        times: 1,
        fault: { kind: 'cursor-gone' },
      })
      const { status, body } = await graph(deltaLink)
      expect([400, 410]).toContain(status)
      expect(body.error.code.toLowerCase()).toMatch(/^(syncstatenotfound|resyncrequired)$/)
      codes.add(body.error.code)
      expect((await graph(deltaLink)).status).toBe(200)
    }
    expect(codes.size).toBeGreaterThan(1)
  })

  test('cannot be read for a while after it was announced, when it lags', async () => {
    const { ada, graph, world } = await startForTest()
    const { deltaLink } = await graph.pages(inbox)
    await world.clock.advance(60_000)
    ada.deliver(mail('One'))
    world.faults.arm({ operation: 'graph.messages.delta', times: 1, fault: { kind: 'lag', ms: 5_000 } })
    const early = await graph(deltaLink)
    expect(early.body.value).toEqual([])
    const later = await graph(early.body['@odata.deltaLink'])
    expect(later.body.value).toHaveLength(1)
  })

  test('serves a page twice under the fault for it, and goes on afterwards', async () => {
    const { ada, graph, world } = await startForTest()
    for (let nr = 0; nr < 4; nr++) ada.deliver(mail(`Nr ${nr}`))
    world.faults.arm({ operation: 'graph.messages.delta', times: 1, fault: { kind: 'page-repeated' } })
    const { value } = await graph.pages(`${inbox}?$select=subject`, {
      headers: { prefer: 'odata.maxpagesize=2' },
    })
    expect(value.map((item) => item.subject)).toEqual(['Nr 0', 'Nr 1', 'Nr 0', 'Nr 1', 'Nr 2', 'Nr 3'])
  })
})

describe('The delta of the folders', () => {
  test('lists the whole tree flat and then what became of it', async () => {
    const { graph } = await startForTest()
    const made = await graph('/me/mailFolders', { body: { displayName: 'Projekte' } })
    const child = await graph(`/me/mailFolders/${segment(made.body.id)}/childFolders`, {
      body: { displayName: '2026' },
    })
    const first = await graph.pages('/me/mailFolders/delta?$select=displayName,parentFolderId')
    expect(first.value).toContainEqual({
      '@odata.type': '#microsoft.graph.mailFolder',
      id: child.body.id,
      displayName: '2026',
      parentFolderId: made.body.id,
    })
    await graph(`/me/mailFolders/${segment(made.body.id)}`, { method: 'PATCH', body: { displayName: 'Alt' } })
    await graph(`/me/mailFolders/${segment(child.body.id)}`, { method: 'DELETE' })
    const second = await graph.pages(first.deltaLink)
    expect(second.value.find((item) => item.id === made.body.id)).toMatchObject({ displayName: 'Alt' })
    expect(second.value.find((item) => item.id === child.body.id)).toMatchObject({
      '@removed': { reason: 'deleted' },
    })
  })
})

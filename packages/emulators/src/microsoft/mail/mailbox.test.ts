import { describe, expect, test } from 'vitest'
import { mail, segment, startForTest } from '../microsoft-for-tests.ts'

describe('A mailbox under control', () => {
  test('takes deliveries into folders by role and by name, which are made when absent', async () => {
    const { ada } = await startForTest()
    ada.deliver(mail('One'), { to: 'junk', keywords: ['$seen'] })
    ada.deliver(mail('Two'), { to: 'Kunden/Nord', receivedAt: new Date('2026-01-02T03:04:05Z') })
    expect(ada.truth().messages.map((message) => [message.places[0], message.receivedAt])).toEqual([
      ['junk', '2026-11-21T09:00:00.000Z'],
      ['Kunden/Nord', '2026-01-02T03:04:05.000Z'],
    ])
    expect(ada.truth().mailboxes).toContainEqual({ name: 'Posteingang', role: 'inbox' })
    expect(ada.truth().mailboxes.map((mailbox) => mailbox.name)).toEqual(
      expect.arrayContaining(['Kunden', 'Kunden/Nord']),
    )
    expect(ada.truth().mailboxes.map((mailbox) => mailbox.name)).not.toContain('Postausgang')
  })

  test('does what another client would', async () => {
    const { ada, graph } = await startForTest()
    const [one = '', two = ''] = [ada.deliver(mail('One')), ada.deliver(mail('Two'))]
    ada.act({ kind: 'mark', ids: [one, one], keyword: '$flagged' })
    ada.act({ kind: 'label', ids: [one], label: 'Rot' })
    ada.act({ kind: 'create-folder', name: 'Projekte/2026' })
    ada.act({ kind: 'move', ids: [one], to: 'Projekte/2026' })
    ada.act({ kind: 'rename-folder', name: 'Projekte/2026', to: 'Archiv 2026' })
    ada.act({ kind: 'delete', ids: [two, two] })
    expect(ada.truth().messages).toMatchObject([{ places: ['Archiv 2026'], keywords: ['$flagged', 'Rot'] }])
    expect((await graph('/me/mailFolders/inbox')).body).toMatchObject({
      unreadItemCount: 0,
      totalItemCount: 0,
    })
    ada.act({ kind: 'unlabel', ids: [one], label: 'Rot' })
    ada.act({ kind: 'unmark', ids: [one], keyword: '$flagged' })
    expect(ada.truth().messages[0]?.keywords).toEqual([])
    ada.act({ kind: 'delete-folder', name: 'Archiv 2026' })
    expect(ada.truth().messages).toEqual([])
    expect(() => ada.act({ kind: 'archive', ids: [one] })).toThrow('No message')
    expect(() => ada.act({ kind: 'move', ids: [], to: 'nowhere' })).not.toThrow()
    expect(() => ada.act({ kind: 'delete-folder', name: 'nowhere' })).toThrow('no folder')
  })

  test('sends from its own client, to the other mailbox and into Sent Items', async () => {
    const { ada, microsoft } = await startForTest()
    const bob = microsoft.addAccount('bob@contoso.test')
    ada.act({
      kind: 'send',
      raw: mail('Hello Bob', { from: 'ada@contoso.test' }),
      recipients: ['Bob@contoso.test'],
    })
    expect(ada.truth().messages).toMatchObject([{ places: ['sent'], keywords: ['$seen'] }])
    expect(bob.truth().messages).toMatchObject([{ places: ['inbox'], keywords: [] }])
    expect(bob.truth().messages[0]?.messageId).toBe(ada.truth().sent[0]?.messageId)
  })

  test('without an archive has nowhere to archive to', async () => {
    const { ada } = await startForTest({ mailbox: { archive: false } })
    const id = ada.deliver(mail('One'))
    expect(() => ada.act({ kind: 'archive', ids: [id] })).toThrow('no folder archive')
  })

  test('gives the digest of the bytes as they are now, also of a draft that was edited', async () => {
    const { ada, graph } = await startForTest()
    const draft = await graph('/me/messages', { body: { subject: 'One' } })
    const before = ada.truth().messages[0]?.sha256
    await graph(`/me/messages/${segment(draft.body.id)}`, { method: 'PATCH', body: { subject: 'Two' } })
    expect(ada.truth().messages[0]?.sha256).not.toBe(before)
  })

  test('is the same for the same seed', async () => {
    const ids: string[] = []
    for (const seed of ['x', 'x', 'y']) {
      const { ada } = await startForTest({ seed })
      ids.push(ada.deliver(mail('One')))
    }
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[0])
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mail, type Running, startForTest } from '../google-for-tests.ts'

describe('a mailbox', () => {
  test('takes deliveries by role and by name, with keywords', async () => {
    const { ada } = await startForTest()
    const raw = mail({ 'Message-ID': '<m@x.test>' })
    const receivedAt = new Date('2026-11-01T00:00:00Z')
    ada.deliver(raw, { receivedAt, to: 'Work/Reports', keywords: ['$seen', '$flagged', 'Later'] })
    ada.deliver(mail(), { to: 'sent' })
    ada.deliver(mail(), { to: 'archive' })
    const { messages, mailboxes } = ada.truth()
    expect(messages.find((message) => message.messageId === '<m@x.test>')).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      messageId: '<m@x.test>',
      sha256: createHash('sha256').update(raw.render()).digest('hex'),
      places: ['Later', 'Work/Reports'],
      keywords: ['$flagged', '$seen'],
      receivedAt: receivedAt.toISOString(),
    })
    expect(messages.map((message) => message.places)).toEqual(expect.arrayContaining([['sent'], []]))
    expect(mailboxes).toEqual(
      expect.arrayContaining([
        { name: 'INBOX', role: 'inbox' },
        { name: 'SPAM', role: 'junk' },
        { name: 'Work/Reports', role: null },
      ]),
    )
  })

  test('lets another client do what a person does', async () => {
    const { ada } = await startForTest()
    const id = ada.deliver(mail())
    const state = (): unknown => {
      const { places, keywords } = ada.truth().messages.find((message) => message.id === id)!
      return [places, keywords.filter((keyword) => !keyword.startsWith('category_'))]
    }
    const ids = [id]
    ada.act({ kind: 'mark', ids, keyword: '$seen' })
    ada.act({ kind: 'mark', ids, keyword: '$flagged' })
    expect(state()).toEqual([['inbox'], ['$flagged', '$seen']])
    ada.act({ kind: 'unmark', ids, keyword: '$seen' })
    ada.act({ kind: 'move', ids, to: 'Work' })
    expect(state()).toEqual([['Work'], ['$flagged']])
    ada.act({ kind: 'move', ids, to: 'trash' })
    ada.act({ kind: 'move', ids, to: 'inbox' })
    ada.act({ kind: 'unlabel', ids, label: 'Work' })
    expect(state()).toEqual([['inbox'], ['$flagged']])
    ada.act({ kind: 'archive', ids })
    expect(state()).toEqual([[], ['$flagged']])
    ada.act({ kind: 'rename-folder', name: 'Work', to: 'Office' })
    ada.act({ kind: 'label', ids, label: 'office' })
    expect(state()).toEqual([['Office'], ['$flagged']])
    ada.act({ kind: 'delete-folder', name: 'Office' })
    expect(state()).toEqual([[], ['$flagged']])
    ada.act({ kind: 'delete', ids })
    expect(ada.truth().messages).toEqual([])
    expect(() => ada.act({ kind: 'archive', ids })).toThrow('not found')
    expect(() => ada.act({ kind: 'delete-folder', name: 'Office' })).toThrow('no label')
  })

  test('has drafts edited and mail sent by another client', async () => {
    const { ada, google } = await startForTest()
    const bea = google.addAccount('bea@example.test')
    ada.act({ kind: 'create-draft', raw: mail() })
    const [draft] = ada.truth().messages
    expect(draft).toMatchObject({ places: ['drafts'], keywords: ['$draft', '$seen'] })
    ada.act({ kind: 'edit-draft', id: draft!.id, raw: mail({ Subject: 'Better' }) })
    expect(ada.truth().messages.map((message) => message.id)).not.toContain(draft!.id)
    ada.act({ kind: 'send', raw: mail({ To: 'bea@example.test' }), recipients: ['bea@example.test'] })
    expect(bea.truth().messages).toHaveLength(1)
    expect(ada.truth().sent).toHaveLength(1)
  })

  test('gives the same ids for the same seed and others for another', async () => {
    const ids = async (seed: string): Promise<string[]> => {
      const { ada }: Running = await startForTest(seed)
      return [ada.deliver(mail()), ada.deliver(mail())]
    }
    expect(await ids('one')).toEqual(await ids('one'))
    expect(await ids('two')).not.toEqual(await ids('one'))
  })
})

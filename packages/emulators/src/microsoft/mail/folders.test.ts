import { describe, expect, test } from 'vitest'
import { mail, segment, startForTest } from '../microsoft-for-tests.ts'

describe('Folders of Graph', () => {
  test('are named in the language of the mailbox and found by well-known names in the path', async () => {
    const { graph } = await startForTest()
    const { value } = await graph.pages('/me/mailFolders')
    expect(value.map((item) => item.displayName)).toContain('Posteingang')
    const { body } = await graph('/me/mailFolders/inbox')
    expect(body).toMatchObject({ displayName: 'Posteingang', totalItemCount: 0, isHidden: false })
    expect(body.wellKnownName).toBeUndefined()
    const byBrackets = await graph("/me/mailFolders('SentItems')")
    expect(byBrackets.body.displayName).toBe('Gesendete Elemente')
  })

  test('have no wellKnownName in v1.0: asking for it fails the request', async () => {
    const { graph, world } = await startForTest()
    const { status, body } = await graph('/me/mailFolders?$select=id,wellKnownName')
    expect(status).toBe(400)
    expect(body.error.message).toContain("'wellKnownName' on type 'microsoft.graph.mailFolder'")
    world.requests.clear()
  })

  test('leave out hidden ones unless they are asked for', async () => {
    const { graph } = await startForTest()
    const usual = await graph.pages('/me/mailFolders')
    const all = await graph.pages('/me/mailFolders?includeHiddenFolders=true')
    expect(usual.value.every((item) => !item.isHidden)).toBe(true)
    expect(all.value.filter((item) => item.isHidden)).toHaveLength(1)
  })

  test('may lack an archive', async () => {
    const { graph } = await startForTest({ mailbox: { archive: false } })
    const { status, body } = await graph('/me/mailFolders/archive')
    expect([status, body.error.code]).toEqual([404, 'ErrorFolderNotFound'])
  })

  test('are made, nested, renamed, moved and deleted with their mail', async () => {
    const { ada, graph } = await startForTest()
    const made = await graph('/me/mailFolders', { body: { displayName: 'Projekte' } })
    expect(made.status).toBe(201)
    const projects = segment(made.body.id)
    const child = await graph(`/me/mailFolders/${projects}/childFolders`, { body: { displayName: '2026' } })
    ada.deliver(mail('One'), { to: 'Projekte/2026' })
    expect(ada.truth().mailboxes).toContainEqual({ name: 'Projekte/2026', role: null })
    expect((await graph(`/me/mailFolders/${projects}`)).body.childFolderCount).toBe(1)
    expect(
      (await graph(`/me/mailFolders/${projects}/childFolders/${segment(child.body.id)}/messages`)).body.value,
    ).toHaveLength(1)
    const renamed = await graph(`/me/mailFolders/${segment(child.body.id)}`, {
      method: 'PATCH',
      body: { displayName: 'Alt' },
    })
    expect(renamed.body).toMatchObject({ id: child.body.id, displayName: 'Alt', unreadItemCount: 1 })
    const moved = await graph(`/me/mailFolders/${segment(child.body.id)}/move`, {
      body: { destinationId: 'msgfolderroot' },
    })
    expect(moved.body.id).toBe(child.body.id)
    expect(ada.truth().messages[0]?.places).toEqual(['Alt'])
    const deleted = await graph(`/me/mailFolders/${segment(child.body.id)}`, { method: 'DELETE' })
    expect(deleted.status).toBe(204)
    expect(ada.truth().messages).toEqual([])
  })

  test('refuse a name that is taken, and to part with the folders of the mailbox itself', async () => {
    const { graph } = await startForTest()
    const taken = await graph('/me/mailFolders', { body: { displayName: 'posteingang' } })
    expect([taken.status, taken.body.error.code]).toEqual([409, 'ErrorFolderExists'])
    const inbox = await graph('/me/mailFolders/inbox', { method: 'DELETE' })
    expect([inbox.status, inbox.body.error.code]).toEqual([400, 'ErrorDeleteDistinguishedFolder'])
  })

  test('count their messages and the unread among them', async () => {
    const { ada, graph } = await startForTest()
    const id = ada.deliver(mail('One'))
    ada.deliver(mail('Two'), { keywords: ['$seen'] })
    const counts = async (name: string): Promise<number[]> => {
      const { body } = await graph(`/me/mailFolders/${name}?$select=totalItemCount,unreadItemCount`)
      return [body.totalItemCount, body.unreadItemCount]
    }
    expect(await counts('inbox')).toEqual([2, 1])
    ada.act({ kind: 'archive', ids: [id] })
    expect(await counts('inbox')).toEqual([1, 0])
    ada.act({ kind: 'mark', ids: [id], keyword: '$seen' })
    expect(await counts('archive')).toEqual([1, 0])
  })
})

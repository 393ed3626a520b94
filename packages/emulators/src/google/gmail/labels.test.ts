import { describe, expect, test } from 'vitest'
import { type Call, mail, type Running, signedIn, startForTest } from '../google-for-tests.ts'

async function start(): Promise<Running & { call: Call }> {
  const running = await startForTest()
  return { ...running, call: await signedIn(running.google) }
}

const shown = { messageListVisibility: 'show', labelListVisibility: 'labelShow' }

describe('labels', () => {
  test('of the system are called as their ids; counts come only when one is asked for', async () => {
    const { ada, call } = await start()
    ada.deliver(mail({ Subject: 'a', 'Message-ID': '<a@x>' }))
    ada.deliver(mail({ Subject: 'a', References: '<a@x>' }), { keywords: ['$seen'] })
    const { labels } = (await call('GET', '/labels')).body
    expect(labels.map((label) => label.id)).toEqual(
      expect.arrayContaining([
        'INBOX',
        'SENT',
        'DRAFT',
        'TRASH',
        'SPAM',
        'UNREAD',
        'STARRED',
        'CATEGORY_SOCIAL',
      ]),
    )
    expect(labels.every((label) => label.id === label.name && !('messagesTotal' in label))).toBe(true)
    expect((await call('GET', '/labels/INBOX')).body).toMatchObject({
      messagesTotal: 2,
      messagesUnread: 1,
      threadsTotal: 1,
      threadsUnread: 1,
    })
  })

  test('are made, renamed and deleted; those below keep their own names', async () => {
    const { ada, call } = await start()
    const parent = (await call('POST', '/labels', { name: 'Work', ...shown })).body
    expect(parent.id).toMatch(/^Label_\d+$/)
    const child = (await call('POST', '/labels', { name: 'Work/Reports', ...shown })).body
    await call('PATCH', `/labels/${parent.id}`, { name: 'Office' })
    expect((await call('GET', `/labels/${child.id}`)).body.name).toBe('Work/Reports')
    const id = ada.deliver(mail(), { to: 'Office' })
    expect((await call('DELETE', `/labels/${parent.id}`)).status).toBe(204)
    expect((await call('GET', `/messages/${id}?format=minimal`)).body.labelIds).toEqual(['UNREAD'])
    expect((await call('GET', `/labels/${parent.id}`)).status).toBe(404)
    expect((await call('DELETE', `/labels/${parent.id}`)).status).toBe(404)
  })

  test.each([
    ['the name of another, in whatever case', { name: 'work' }, 409],
    ['the name of one of the system', { name: 'Inbox' }, 400],
    ['no name', { name: ' ' }, 400],
    ['an empty part', { name: 'a//b' }, 400],
    ['a name without end', { name: 'x'.repeat(226) }, 400],
    ['half a colour', { name: 'c', color: { textColor: '#ffffff' } }, 400],
    ['a colour of its own', { name: 'c', color: { textColor: '#ffffff', backgroundColor: '#123456' } }, 400],
    ['an unknown visibility', { name: 'c', labelListVisibility: 'sometimes' }, 400],
  ])('are not made with %s', async (_what, wish, status) => {
    const { call } = await start()
    await call('POST', '/labels', { name: 'Work', ...shown })
    expect((await call('POST', '/labels', { ...shown, ...wish })).status).toBe(status)
  })

  test('take colours of the palette', async () => {
    const { call } = await start()
    const color = { textColor: '#ffffff', backgroundColor: '#fb4c2f' }
    expect((await call('POST', '/labels', { name: 'Red', ...shown, color })).body).toMatchObject({ color })
  })

  test('of the system cannot be changed or deleted', async () => {
    const { call } = await start()
    expect((await call('PATCH', '/labels/INBOX', { name: 'In' })).status).toBe(400)
    expect((await call('DELETE', '/labels/INBOX')).status).toBe(400)
  })
})

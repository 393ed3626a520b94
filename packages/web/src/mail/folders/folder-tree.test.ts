import type { Mailbox, MailboxRole } from '@plmail/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { badgeOf, folderTree } from './folder-tree.ts'

function mailbox(id: string, more: Partial<Mailbox> = {}): Mailbox {
  return {
    id,
    name: id,
    parentId: null,
    role: null,
    sortOrder: 0,
    totalEmails: 0,
    unreadEmails: 0,
    totalThreads: 7,
    unreadThreads: 3,
    isSubscribed: true,
    hue: null,
    myRights: { mayAddItems: true } as Mailbox['myRights'],
    ...more,
  } as Mailbox
}

const shape = (mailboxes: readonly Mailbox[]) =>
  folderTree(mailboxes).map(({ id, depth }) => `${'-'.repeat(depth)}${id}`)

describe('the folders of an account', () => {
  test('are in the order that people expect: by role, then by order and name, children below', () => {
    const role = (name: MailboxRole) => mailbox(name, { role: name })
    const folders = [
      mailbox('Work'),
      mailbox('Bills', { parentId: 'Work' }),
      mailbox('Älter', { sortOrder: 0 }),
      mailbox('First', { sortOrder: -1 }),
      role('trash'),
      role('sent'),
      role('inbox'),
      role('drafts'),
    ]
    expect(shape(folders)).toEqual(['inbox', 'drafts', 'sent', 'trash', 'First', 'Älter', 'Work', '-Bills'])
  })

  test('tell where they are where names alone would not', () => {
    const folders = [mailbox('Work'), mailbox('b', { name: 'Bills', parentId: 'Work' })]
    expect(folderTree(folders).at(-1)).toMatchObject({ name: 'Bills', path: 'Work / Bills', depth: 1 })
  })

  test('hide what nobody subscribed to, but never the Inbox', () => {
    const folders = [
      mailbox('x', { isSubscribed: false }),
      mailbox('i', { role: 'inbox', isSubscribed: false }),
    ]
    expect(folderTree(folders).map(({ id, isHidden }) => [id, isHidden])).toEqual([
      ['i', false],
      ['x', true],
    ])
  })

  test('whose parent is not there stand at the top', () => {
    expect(shape([mailbox('lost', { parentId: 'gone' })])).toEqual(['lost'])
  })

  test('are all shown once, whatever the tree', () => {
    const tree = fc
      .array(fc.nat(20), { maxLength: 20 })
      .map((parents) =>
        parents.map((parent, at) =>
          mailbox(`f${String(at)}`, { parentId: parent < at ? `f${String(parent)}` : null }),
        ),
      )
    fc.assert(
      fc.property(tree, (folders) => {
        const rows = folderTree(folders)
        expect(rows.map(({ id }) => id).toSorted()).toEqual(folders.map(({ id }) => id).toSorted())
      }),
    )
  })
})

describe('the number at a folder', () => {
  test.each<[MailboxRole | null, number]>([
    ['inbox', 3],
    [null, 3],
    ['drafts', 7],
    ['sent', 0],
    ['trash', 0],
    ['junk', 0],
    ['snoozed', 0],
  ])('of %s is %i', (role, badge) => expect(badgeOf(mailbox('x', { role }))).toBe(badge))
})

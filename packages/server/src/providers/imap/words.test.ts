import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageId, uidSets, uidsInSet, parseUids } from './ids.ts'
import { toFlag, isKept, toKeywords } from './keywords.ts'
import { type Named, assignRoles } from './roles.ts'

describe('UID sets', () => {
  it('name neighbours as a range', () => {
    expect(uidSets([7, 1, 2, 3, 9, 8, 5, 5])).toEqual(['1:3,5,7:9'])
    expect(uidSets([])).toEqual([])
  })

  it('hold exactly the UIDs given, in lines no longer than asked', () => {
    const uids = fc.uniqueArray(fc.integer({ min: 1, max: 4_294_967_295 }), { maxLength: 300 })
    fc.assert(
      fc.property(uids, fc.integer({ min: 30, max: 400 }), (given, maxLength) => {
        const sets = uidSets(given, maxLength)
        expect(sets.every((set) => set.length <= maxLength)).toBe(true)
        expect(sets.flatMap(uidsInSet)).toEqual(given.toSorted((a, b) => a - b))
      }),
    )
  })

  it('from a server are read either way round, and nonsense is nothing', () => {
    expect(uidsInSet('9:7,3')).toEqual([7, 8, 9, 3])
    expect(uidsInSet('')).toEqual([])
    expect(uidsInSet('x,1:y')).toEqual([])
  })

  it('never hold a UID of another UIDVALIDITY', () => {
    expect(parseUids([messageId(7n, 3), messageId(77n, 3), messageId(8n, 4), '7:x', '7:-1', ''], 7n)).toEqual(
      [3],
    )
  })
})

describe('keywords', () => {
  it('are the flags of the message, lower-cased, without what is the session’s', () => {
    const flags = [
      '\\Seen',
      '\\FLAGGED',
      '\\Recent',
      '\\Deleted',
      '\\*',
      '$Forwarded',
      'Work',
      'work',
      'a"b',
      'ü',
    ]
    expect(toKeywords(flags)).toEqual(['$flagged', '$forwarded', '$seen', 'work'])
  })

  it('become flags as the mailbox spells them', () => {
    expect(toFlag('$seen')).toBe('\\Seen')
    expect(toFlag('$forwarded')).toBe('$Forwarded')
    expect(toFlag('work', ['Work'])).toBe('Work')
    expect(toFlag('bad keyword')).toBeUndefined()
  })

  it('go to the server and back unchanged', () => {
    const keyword = fc.stringMatching(/^[a-z$][a-z0-9$_-]{0,20}$/)
    fc.assert(
      fc.property(keyword, (word) => {
        expect(toKeywords([toFlag(word) ?? ''])).toEqual([word])
      }),
    )
  })

  it('are kept where PERMANENTFLAGS says so', () => {
    expect(isKept('$Work', undefined)).toBe(true)
    expect(isKept('$Work', new Set(['\\*']))).toBe(true)
    expect(isKept('\\Flagged', new Set(['\\*', '\\Seen']))).toBe(false)
    expect(isKept('\\Seen', new Set(['\\SEEN']))).toBe(true)
    expect(isKept('$Work', new Set(['\\Seen']))).toBe(false)
  })
})

describe('roles', () => {
  const folder = (path: string, ...flags: string[]): Named => {
    const steps = path.split('/')
    return {
      path,
      name: steps.at(-1) ?? path,
      depth: steps.length - 1,
      flags: new Set(flags),
      isSelectable: true,
    }
  }
  const roles = (...folders: Named[]) => Object.fromEntries(assignRoles(folders))

  it('follow the server’s flags before any name', () => {
    expect(
      roles(folder('Inbox'), folder('Sent'), folder('Gesendet', '\\Sent'), folder('Papierkorb')),
    ).toEqual({
      Inbox: 'inbox',
      Gesendet: 'sent',
      Papierkorb: 'trash',
    })
  })

  it.each([
    ['en', 'Sent Items', 'Drafts', 'Deleted Items', 'Junk E-mail', 'Archive'],
    ['de', 'Gesendete Elemente', 'Entwürfe', 'Gelöschte Objekte', 'Spamverdacht', 'Archiv'],
    ['fr', 'Éléments envoyés', 'Brouillons', 'Corbeille', 'Courrier indésirable', 'Archives'],
    ['es', 'Enviados', 'Borradores', 'Papelera', 'Correo no deseado', 'Archivo'],
    ['it', 'Posta inviata', 'Bozze', 'Cestino', 'Posta indesiderata', 'Archivio'],
    ['ru', 'Отправленные', 'Черновики', 'Корзина', 'Спам', 'Архив'],
    ['ja', '送信済み', '下書き', 'ゴミ箱', '迷惑メール', 'アーカイブ'],
  ])('are recognised by name in %s', (_language, sent, drafts, trash, junk, archive) => {
    expect(Object.values(roles(...[sent, drafts, trash, junk, archive].map((name) => folder(name))))).toEqual(
      ['sent', 'drafts', 'trash', 'junk', 'archive'],
    )
  })

  it('are given once and never to somebody’s own folder further down', () => {
    expect(
      roles(
        folder('Clients/Archive'),
        folder('Spam'),
        folder('Junk'),
        folder('Sent', '\\Sent'),
        folder('Out', '\\Sent'),
      ),
    ).toEqual({
      Junk: 'junk',
      Sent: 'sent',
    })
  })

  it('are not given to what cannot be opened', () => {
    expect(roles({ ...folder('Trash'), isSelectable: false })).toEqual({})
  })
})

import { describe, expect, test } from 'vitest'
import { reachSentence, refusalSentence } from './folder-sentences.ts'

describe('what is said of a folder', () => {
  test('before it goes: how much it holds, what stays, and where the rest goes', () => {
    expect(reachSentence({ total: 0, only: 0 }, false)).toBe('This folder is empty.')
    expect(reachSentence({ total: 3210, only: 3210 }, true)).toBe(
      'It contains 3,210 messages. 3,210 messages stay in All mail.',
    )
    expect(reachSentence({ total: 3, only: 1 }, false)).toBe(
      'It contains 3 messages. 2 are also in other folders and stay there. 1 message goes to Trash.',
    )
    expect(reachSentence({ total: 2, only: 0 }, false)).toMatch(/All of them are also in other folders/)
    expect(reachSentence(undefined, false)).toMatch(/isn’t available/)
  })

  test('when the server refuses: at the field it is about', () => {
    expect(refusalSentence({ type: 'alreadyExists', properties: ['name'] }).field).toBe('name')
    expect(refusalSentence({ type: 'invalidProperties', properties: ['parentId'] }).field).toBe('parent')
    expect(refusalSentence({ type: 'mailboxHasChild' }).text).toMatch(/contains other folders/)
    expect(refusalSentence({ type: 'odd', description: 'The label limit is reached' }).text).toBe(
      'The label limit is reached',
    )
    expect(refusalSentence(undefined).text).toMatch(/can’t be reached/)
  })
})

import { describe, expect, test } from 'vitest'
import { isProse, judgeProse, proseIn } from './check-prose.mjs'

describe('a text is prose', () => {
  test.each([
    'The mailbox is full at the server.',
    'The mailbox is full',
    '{} accepts no connection on port {}.',
    'Everything was removed.',
    'plMail is ready at {}/',
  ])('when it reads like a sentence: %s', (text) => expect(isProse(text)).toBe(true))

  test.each([
    'Google Calendar API',
    'Basic realm="plMail", charset="UTF-8"',
    'listing the calendars',
    'select id from mail_account where user_id = $1',
    '{} where p.user_id = $1 order by p.id desc',
    'private, no-store',
    'PLMAIL_SERVER',
  ])('but not as a name, a phrase or a statement: %s', (text) => expect(isProse(text)).toBe(false))
})

describe('sources', () => {
  test('may not hold a sentence for people', () => {
    expect(proseIn("const why = { text: 'The mailbox is full at the server.' }")).toHaveLength(1)
    expect(proseIn('const why = `${host} accepts no connection on port ${port}.`')).toHaveLength(1)
    expect(proseIn("throw new Problem('conflict', { detail: 'There is one by that name.' })")).toHaveLength(1)
  })

  test('may say to the log what they like', () => {
    expect(proseIn("throw new Error('The mailbox is full at the server.')")).toEqual([])
    expect(proseIn("throw new RetryAt(later, 'The reminder is not sent yet')")).toEqual([])
    expect(
      proseIn("class Gone extends Error { constructor() { super('The account is gone by now') } }"),
    ).toEqual([])
    expect(proseIn("log.event('The clock was ahead by an hour.')")).toEqual([])
  })

  test('are excepted by name, as long as they need it', () => {
    const sources = [['a/b.ts', "const words = 'This is said by nobody.'"]] as const
    expect(judgeProse(sources, [])).toEqual(['a/b.ts:1: This is said by nobody.'])
    expect(judgeProse(sources, [[/^a\//, 'a reason']])).toEqual([])
    expect(
      judgeProse(sources, [
        [/^a\//, 'a reason'],
        [/^c\//, 'another'],
      ]),
    ).toEqual(['prose-exceptions.mjs: nothing needs /^c\\//'])
  })
})

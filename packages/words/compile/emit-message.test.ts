import { describe, expect, test } from 'vitest'
import { emitMessage } from './emit-message.mjs'

type Parameters = Readonly<Record<string, unknown>>

/** The message as it is said, with numbers that show where they were written and plurals of English. */
function sayMessage(text: string, parameters: Parameters): string {
  const { code } = emitMessage(text)
  const plain = code.replace(/^\(p: \{[^}]*\}\): string =>/, '(p) =>')
  const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
  const plurals = new Intl.PluralRules('en')
  const make = new Function('n', 'c', 'o', `return (${plain})`)
  const message: unknown = make(
    (value: number) => `<${String(value)}>`,
    (value: number) => plurals.select(value),
    (value: number) => ordinals.select(value),
  )
  return typeof message === 'function' ? String(message(parameters)) : String(message)
}

test.each<[text: string, parameters: Parameters, expected: string]>([
  ['Undone', {}, 'Undone'],
  ['“{name}” was deleted', { name: 'Ada `$' }, '“Ada `$” was deleted'],
  ['Costs `5` ${price} \\', { price: '9' }, 'Costs `5` $9 \\'],
  ['{count, number} of {total, number}', { count: 3, total: 7 }, '<3> of <7>'],
  ['Port {port}', { port: 2525 }, 'Port 2525'],
  ['{count, plural, one {# message} other {# messages}}', { count: 1 }, '<1> message'],
  ['{count, plural, one {# message} other {# messages}}', { count: 2 }, '<2> messages'],
  ['{n, plural, =0 {None} one {One} other {Many}}', { n: 0 }, 'None'],
  ['{n, plural, one {One} =1 {Just one} other {Many}}', { n: 1 }, 'Just one'],
  ['{n, plural, offset:1 one {You and # guest} other {You and # guests}}', { n: 2 }, 'You and <1> guest'],
  ['The {n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} day', { n: 23 }, 'The <23>rd day'],
  ['{by, select, google {Google} other {The server}} said no', { by: 'imap' }, 'The server said no'],
  ['{isUnread, select, true {Unread} other {Read}}', { isUnread: true }, 'Unread'],
  ['{isUnread, select, false {Read} other {Unread}}', { isUnread: false }, 'Read'],
  [
    '{n, plural, one {# event of {who, select, me {mine} other {{who}}}} other {# events}}',
    { n: 1, who: 'Ada' },
    '<1> event of Ada',
  ],
  ["Write '{{name}}' for a name", {}, 'Write {{name}} for a name'],
])('%s with %o says %s', (text, parameters, expected) => {
  expect(sayMessage(text, parameters)).toBe(expected)
})

describe('the types of parameters', () => {
  const parameterTypes = (text: string) => /^\(p: (\{.*?\})\): string =>/.exec(emitMessage(text).code)?.[1]

  test('are what the message does with them', () => {
    expect(parameterTypes('{name} has {count, plural, one {#} other {#}}, {count}')).toBe(
      '{ name: string | number; count: number }',
    )
    expect(parameterTypes('{isOn, select, true {on} other {off}}')).toBe('{ isOn: boolean }')
    expect(parameterTypes('{by, select, me {I} other {they}}')).toBe('{ by: string }')
  })

  test('know no dates: they are given as ready texts', () => {
    expect(() => emitMessage('on {day, date, short}')).toThrow('ready texts')
  })
})

test('a plural without its last form is refused', () => {
  expect(() => emitMessage('{n, plural, one {#}}')).toThrow('MISSING_OTHER_CLAUSE')
})

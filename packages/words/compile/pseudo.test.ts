import { expect, test } from 'vitest'
import { emitMessage } from './emit-message.mjs'
import { pseudoMessage, pseudoSection } from './pseudo.mjs'

test.each([
  ['Sign in', '[!! Šîîĝñ îîñ !!]'],
  ['“{name}” was deleted', '[!! “{name}” ŵààš ðééļééţééð !!]'],
  ["Write '{{name}}' for it", "[!! Ŵŕîîţéé '{{ñààɱéé}}' ƒööŕ îîţ !!]"],
  [
    '{count, plural, one {# day} other {# days}} of {kind, select, work {work} other {rest}}',
    '[!! {count,plural,one{# ðààý} other{# ðààýš}} ööƒ {kind,select,other{ŕééšţ} work{ŵööŕķ}} !!]',
  ],
  ['{name}: {value}', '{name}: {value}'],
])('%s becomes %s', (text, expected) => {
  expect(pseudoMessage(text, 'pseudo')).toBe(expected)
})

test('no letter of a message stays ASCII, and a message needs about a third more room', () => {
  const alphabet = 'The quick brown fox jumps over the lazy dog. THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG'
  expect(pseudoMessage(alphabet, 'pseudo')).not.toMatch(/[a-z]/i)
  const sentence = 'Please choose another time'
  expect(pseudoMessage(sentence, 'pseudo').length / sentence.length).toBeGreaterThan(1.3)
})

test('the mirrored language runs from right to left, but not its parameters', () => {
  expect(pseudoMessage('To {name}', 'pseudo-rtl')).toBe('[!! \u202EŢöö\u202C {name} !!]')
})

test('a section keeps its keys, and its messages their parameters', () => {
  const section = pseudoSection({ at: { day: 'On {day}' } }, 'pseudo')
  expect(section).toEqual({ at: { day: '[!! Öñ {day} !!]' } })
  expect([...emitMessage(pseudoMessage('On {day}', 'pseudo')).parameters.keys()]).toEqual(['day'])
})

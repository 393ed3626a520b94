import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forwardSubject, replySubject } from './subject.ts'

describe('the subject of an answer', () => {
  test.each([
    ['Dinner', 'Re: Dinner'],
    ['  Dinner ', 'Re: Dinner'],
    ['Re: Dinner', 'Re: Dinner'],
    ['AW: Dinner', 'AW: Dinner'],
    ['Re[2]: Dinner', 'Re[2]: Dinner'],
    ['Sv : Dinner', 'Sv : Dinner'],
    ['Regards: all of us', 'Re: Regards: all of us'],
    [null, 'Re:'],
  ])('%j becomes %j', (subject, expected) => expect(replySubject(subject)).toBe(expected))
})

describe('the subject of a forwarded message', () => {
  test.each([
    ['Dinner', 'Fwd: Dinner'],
    ['Fw: Dinner', 'Fw: Dinner'],
    ['WG: Dinner', 'WG: Dinner'],
    ['Re: Dinner', 'Fwd: Re: Dinner'],
    [null, 'Fwd:'],
  ])('%j becomes %j', (subject, expected) => expect(forwardSubject(subject)).toBe(expected))
})

test('either mark is set once, however often it is asked for', () => {
  fc.assert(
    fc.property(fc.string(), (subject) => {
      expect(replySubject(replySubject(subject))).toBe(replySubject(subject))
      expect(forwardSubject(forwardSubject(subject))).toBe(forwardSubject(subject))
    }),
  )
})

import { expect, test } from 'vitest'
import { baseSubject, isReplySubject } from '../index.ts'

const subjects: ReadonlyArray<[subject: string, base: string, isReply: boolean]> = [
  ['Lunch', 'Lunch', false],
  ['Re: Lunch', 'Lunch', true],
  ['RE : Lunch', 'Lunch', true],
  ['re:re: Re:Lunch', 'Lunch', true],
  ['Re[2]: Lunch', 'Lunch', true],
  ['Re(3): Lunch', 'Lunch', true],
  ['Re [list]: Lunch', 'Lunch', true],
  ['Fwd: Lunch', 'Lunch', false],
  ['FW: Re: Lunch', 'Lunch', false],
  ['Re: Fwd: Lunch', 'Lunch', true],
  ['Lunch (fwd)', 'Lunch', false],
  ['Lunch (fwd) (fwd) ', 'Lunch', false],
  ['[Fwd: Re: Lunch]', 'Lunch', false],
  ['[Fwd: [Fwd: Lunch]]', 'Lunch', false],
  ['[list] Re: [list] Lunch', 'Lunch', true],
  ['[list] Lunch', 'Lunch', false],
  ['[list]', '[list]', false],
  ['Re: [list]', '[list]', true],
  ['Lunch  at \t noon', 'Lunch at noon', false],
  ['AW: WG: Mittag', 'Mittag', true],
  ['Antw: SV: VS: Mittag', 'Mittag', true],
  ['R: I: Pranzo', 'Pranzo', true],
  ['RÉF: TR: Midi', 'Midi', true],
  ['回复：午饭', '午饭', true],
  ['转发: 午饭', '午饭', false],
  ['Ответ: Обед', 'Обед', true],
  ['Report: Lunch', 'Report: Lunch', false],
  ['Reason', 'Reason', false],
  ['Re:', '', true],
  ['', '', false],
]

test.each(subjects)('the base subject of %j (RFC 5256 §2.1)', (subject, base, isReply) => {
  expect(baseSubject(subject)).toBe(base)
  expect(isReplySubject(subject)).toBe(isReply)
})

test('a subject made of tags takes no time to speak of', () => {
  const before = process.cpuUsage()
  baseSubject('[a]'.repeat(100_000))
  baseSubject('Re: '.repeat(100_000))
  baseSubject('[fwd:'.repeat(50_000) + ']'.repeat(50_000))
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000)
})

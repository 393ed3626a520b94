import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProblemDetail, getParameters, parseProblem, readStoredProblem, storedProblem } from './index.ts'

const inTrouble: ProblemDetail = {
  problem: 'accounts/in-trouble',
  address: 'ada@example.org',
  condition: { problem: 'condition/unreachable', host: 'imap.example.org' },
}

describe('a problem', () => {
  test('is read with its parameters, nested ones too', () => {
    expect(parseProblem(JSON.parse(JSON.stringify(inTrouble)))).toEqual(inTrouble)
    expect(getParameters(inTrouble)).toEqual({ address: inTrouble.address, condition: inTrouble.condition })
  })

  test.each([
    [null],
    ['accounts/not-found'],
    [{ problem: 'accounts/no-such-code' }],
    [{ problem: 'toString' }],
    [{ problem: 'mail-server/unknown-host' }],
    [{ problem: 'mail-server/unknown-host', host: 7 }],
    [{ problem: 'mail-server/port-refused', protocol: 'pop3', host: 'a', port: 1 }],
    [{ ...inTrouble, condition: { problem: 'nothing' } }],
    [{ problem: 'oauth/not-granted', provider: 'Google', permissions: ['mail'] }],
  ])('that is unknown or lacks a parameter is none: %j', (value) => {
    expect(parseProblem(value)).toBeUndefined()
  })

  test('comes back from a table as it was stored', () => {
    expect(readStoredProblem(storedProblem(inTrouble))).toEqual(inTrouble)
  })

  test.each([
    [
      { problem: 'accounts/had-another-name' },
      { problem: 'other/unknown', code: 'accounts/had-another-name' },
    ],
    [{ problem: 'mail-server/unknown-host' }, { problem: 'other/unknown', code: 'mail-server/unknown-host' }],
    [
      { problem: 'old/refused', serverText: '550 No' },
      { problem: 'other/unknown', code: 'old/refused', serverText: '550 No' },
    ],
    [
      { problem: 'old/refused', serverText: 7 },
      { problem: 'other/unknown', code: 'old/refused' },
    ],
  ])('that was stored by another version names its code instead of showing JSON: %j', (stored, shown) => {
    expect(readStoredProblem(JSON.stringify(stored))).toEqual(shown)
  })

  test('that was stored as a sentence is shown as it is, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readStoredProblem(text)).toEqual({ problem: 'other/text', text })
      }),
    )
  })
})

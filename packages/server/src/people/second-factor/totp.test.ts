import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { acceptedSteps, base32, minutesOff, stepOfCode, totpCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')
const at = (seconds: number) => new Date(seconds * 1000)

describe('codes', () => {
  // RFC 6238, appendix B: SHA-1, of eight digits the last six.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s are those of the RFC', (seconds, code) => {
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code)
  })

  test('are those that oathtool makes of the same secret', () => {
    for (const seconds of [0, 1_795_000_000, 1_795_000_029, 4_102_444_800]) {
      const random = randomBytes(20)
      const now = new Date(seconds * 1000).toISOString().replace('T', ' ').replace(/\..*/, ' UTC')
      const theirs = execFileSync('oathtool', ['--totp', '--base32', '--now', now, base32(random)])
      expect(totpCode(random, Math.floor(seconds / 30))).toBe(theirs.toString().trim())
    }
  })

  test('are accepted within 15 seconds of their time, and no further', () => {
    const code = totpCode(secret, 100) // of the seconds 3000 to 3029
    const isAccepted = (seconds: number) => stepOfCode(secret, code, at(seconds), null) === 100
    expect([2984, 2985, 3000, 3029, 3044, 3045].map(isAccepted)).toEqual([
      false,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('of a step that was used, or an older one, are accepted no more', () => {
    const [older, newer] = [totpCode(secret, 99), totpCode(secret, 100)]
    expect(stepOfCode(secret, older, at(3001), 98)).toBe(99)
    expect(stepOfCode(secret, older, at(3001), 99)).toBeUndefined()
    expect(stepOfCode(secret, newer, at(3001), 99)).toBe(100)
    expect(stepOfCode(secret, older, at(3001), 100)).toBeUndefined()
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 28708'])('%j is none', (code) => {
    expect(stepOfCode(secret, code, at(59), null)).toBeUndefined()
  })
})

describe('the leeway', () => {
  test('that reaches the period makes every check throw', () => {
    for (const leewaySeconds of [30, 31, -1])
      expect(() => acceptedSteps(at(3000), { periodSeconds: 30, leewaySeconds })).toThrow(RangeError)
  })

  test('below it lets every step in between through', () => {
    expect(acceptedSteps(at(3015), { periodSeconds: 30, leewaySeconds: 0 })).toEqual([100])
    expect(acceptedSteps(at(3000), { periodSeconds: 30, leewaySeconds: 15 })).toEqual([99, 100])
    expect(acceptedSteps(at(3015), { periodSeconds: 30, leewaySeconds: 29 })).toEqual([99, 100, 101])
  })
})

test('a clock that is off is told by how much, up to twelve hours', () => {
  const code = totpCode(secret, 1000) // of the seconds 30000 to 30029
  expect(minutesOff(secret, code, at(30_000 + 600))).toBe(10)
  expect(minutesOff(secret, code, at(30_000 - 3600))).toBe(60)
  expect(minutesOff(secret, code, at(30_000 + 13 * 3600))).toBeUndefined()
})

test('secrets are written in Base32', () => {
  // RFC 4648 §10, without padding.
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  const written = ['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']
  expect(texts.map((text) => base32(Buffer.from(text)))).toEqual(written)
})

test('the address for apps holds no more than it should, whatever the user is called', () => {
  const uri = new URL(totpUri('GEZDGNBV', 'a&secret=x:/?#ö@example.org'))
  expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
  expect(decodeURIComponent(uri.pathname)).toBe('/plMail:a&secret=x:/?#ö@example.org')
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: 'GEZDGNBV',
    issuer: 'plMail',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SenderFacts, senderWarning } from './sender-warning.ts'

function judge(displayName: string, address: string, more: Partial<SenderFacts> = {}) {
  return senderWarning({ displayName, address, authenticationResults: [], trustedAuthservIds: [], ...more })
}

describe('a domain in the display name', () => {
  test.each([
    ['support@paypal.com', 'x@evil.example.net', 'paypal.com', 'example.net'],
    ['www.my-bank.co.uk Service', 'a@mail.attacker.org', 'my-bank.co.uk', 'attacker.org'],
    ['Alice (alice@one.github.io)', 'alice@two.github.io', 'one.github.io', 'two.github.io'],
    ['ＰａｙＰａｌ．ｃｏｍ', 'x@other.org', 'paypal.com', 'other.org'],
  ])('%s from %s is a warning', (name, address, claimed, actual) => {
    expect(judge(name, address)).toEqual({ kind: 'domainInName', claimed, actual })
  })

  test.each([
    ['news.shop.com', 'a@mail.shop.com'],
    ['a@b.com', 'a@b.com'],
    ['Version 2.0 of report.pdf', 'a@b.org'],
    ['J.R. Smith', 'a@b.org'],
    ['', 'a@b.org'],
    ['   ', 'a@b.org'],
  ])('%s from %s is none', (name, address) => {
    expect(judge(name, address)).toBeNull()
  })
})

describe('a company in the display name', () => {
  test.each([
    ['Deutsche Telefon GmbH', 'x@gmail.com'],
    ['Contoso Ltd.', 'x@evil.net'],
    ['Fabrikam A/S', 'x@evil.net'],
    ['Northwind S.A.', 'x@evil.net'],
    ['Tailspin Sp. z o.o.', 'x@evil.net'],
    ['Contoso International Services Limited', 'x@services.net'],
  ])('%s from %s is a warning', (name, address) => {
    expect(judge(name, address)).toMatchObject({ kind: 'brandInName', claimed: name })
  })

  test.each([
    ['Contoso Ltd.', 'x@mail.con-toso.com'],
    ['Müller GmbH', 'x@mueller.de'],
    ['Müller & Söhne GmbH', 'x@muller.de'],
    ['Contoso', 'x@evil.net'],
    ['Customer Service GmbH', 'x@evil.net'],
    ['ABC Ltd', 'x@evil.net'],
    ['Agnes Cordes', 'x@evil.net'],
  ])('%s from %s is none', (name, address) => {
    expect(judge(name, address)).toBeNull()
  })
})

describe('authentication results', () => {
  const facts = (header: string, trusted = ['mx.provider.example']): Partial<SenderFacts> => ({
    authenticationResults: [header],
    trustedAuthservIds: trusted,
  })
  const isSilent = (header: string, trusted?: string[]) =>
    judge('Contoso Ltd', 'x@mail.evil.net', facts(header, trusted)) === null

  test.each([
    'mx.provider.example; dkim=pass header.d=evil.net',
    'MX.Provider.Example 1; spf=fail; dkim=pass (2048-bit; "x") header.i=@news.evil.net header.s=a',
    'mx.provider.example;\r\n\tdkim=fail header.d=evil.net;\r\n\tdkim = pass header.d = evil.net',
  ])('a believed DKIM pass for the own domain silences both rules: %s', (header) => {
    expect(isSilent(header)).toBe(true)
  })

  test.each([
    'mx.attacker.example; dkim=pass header.d=evil.net',
    'mx.provider.example; dkim=pass header.d=sendgrid.net',
    'mx.provider.example; dkim=fail header.d=evil.net',
    'mx.provider.example; dkim=passed-not header.d=evil.net',
    'mx.provider.example; spf=pass (dkim=pass header.d=evil.net) smtp.mailfrom=a@evil.net',
    'mx.provider.example; dkim=fail (; dkim=pass header.d=evil.net)',
    'mx.provider.example; x="; dkim=pass header.d=evil.net"',
    '(mx.provider.example) mx.attacker.example; dkim=pass header.d=evil.net',
    '',
  ])('anything else does not: %s', (header) => {
    expect(isSilent(header)).toBe(false)
  })

  test('nothing is believed when no host is trusted', () => {
    expect(isSilent('mx.provider.example; dkim=pass header.d=evil.net', [])).toBe(false)
  })
})

test('no name, address or header makes the judgement fail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (displayName, address, header) => {
      const warning = judge(displayName, address, {
        authenticationResults: [header],
        trustedAuthservIds: ['a'],
      })
      expect(warning === null || warning.claimed !== '').toBe(true)
    }),
  )
  expect(judge('a.'.repeat(200_000), 'x@y.z')).toBeNull()
})

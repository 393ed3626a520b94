import { describe, expect, test } from 'vitest'
import { linkParts } from './link-parts.ts'

describe('the place a link leads to', () => {
  test.each([
    ['https://evil.com/paypal.com', 'https://', 'evil.com', '/paypal.com'],
    ['https://paypal.com@evil.com/', 'https://paypal.com@', 'evil.com', '/'],
    ['https://paypal.com:x@evil.com:8080?a', 'https://paypal.com:x@', 'evil.com', ':8080?a'],
    ['https://evil.com#@paypal.com', 'https://', 'evil.com', '#@paypal.com'],
    ['mailto:a@b.example', '', 'mailto:a@b.example', ''],
    ['tel:+123', '', 'tel:+123', ''],
  ])('of %s names the site', (href, before, site, after) => {
    expect(linkParts(href)).toEqual({ before, site, after })
  })

  test.each([
    [
      'https://nordbank.example.login-check.example/a',
      'https://nordbank.example.',
      'login-check.example',
      '/a',
    ],
    ['https://login-check.example:8443/', 'https://', 'login-check.example', ':8443/'],
    ['https://notlogin-check.example/', 'https://', 'notlogin-check.example', '/'],
  ])('of %s names its registrable domain alone', (href, before, site, after) => {
    expect(linkParts(href, ['shop.example', 'login-check.example'])).toEqual({ before, site, after })
  })

  test('is cut at its end, never at its beginning', () => {
    const { site, after } = linkParts(`https://evil.com/${'x'.repeat(5_000)}`)
    expect([site, after.length < 300]).toEqual(['evil.com', true])
  })
})

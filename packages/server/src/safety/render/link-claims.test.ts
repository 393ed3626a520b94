import { expect, test } from 'vitest'
import { falseClaim } from './link-claims.ts'

test.each([
  [
    'https://www.nordbank.example/secure',
    'https://nordbank.example.login-check.example/',
    'www.nordbank.example',
  ],
  ['printer.lan', 'https://evil.example/', 'printer.lan'],
  ['www.shop.newtld', 'https://shop.othertld/', 'www.shop.newtld'],
  ['www.paypal.com', 'https://paypal.com.evil.net/', 'www.paypal.com'],
])('%s that leads to %s says another site', (text, href, site) => {
  expect(falseClaim(text, href)).toBe(site)
})

test.each([
  ['https://www.nordbank.example/secure', 'https://login.nordbank.example/'],
  ['www.example.co.uk', 'https://example.co.uk/'],
  ['report.pdf', 'https://files.example.org/1'],
  ['Notes.final.docx', 'https://files.example.org/1'],
  ['bücher.example', 'https://xn--bcher-kva.example/'],
  ['Read more', 'https://anything.example/'],
])('%s that leads to %s says nothing false', (text, href) => {
  expect(falseClaim(text, href)).toBeUndefined()
})

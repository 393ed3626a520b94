import { expect, test } from 'vitest'
import { falseClaim, judgeLinks } from './link-claims.ts'
import { element, type SafeNode } from './safe-tree.ts'

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

const link = (text: string, href: string): SafeNode => element('a', [['href', href]], [text])

test('a body tells once of each pair of sites that a link shows and leads to, and names the sites of all links', () => {
  const trap = 'https://nordbank.example.login-check.example/a'
  const nodes = [
    element('p', [], [link('www.nordbank.example', trap), link('https://www.nordbank.example/b', trap)]),
    link('News', 'https://www.news.co.uk/'),
    link('Write', 'mailto:a@b.example'),
    link('Up', '#top'),
    link('192.168.0.1', 'http://192.168.0.1:8080/'),
  ]
  expect(judgeLinks(nodes)).toEqual({
    falseLinks: [{ shown: 'www.nordbank.example', leadsTo: 'login-check.example' }],
    linkSites: ['login-check.example', 'news.co.uk', '192.168.0.1'],
  })
})

test('a body of thousands of traps does not grow its answer without bound', () => {
  const traps = Array.from({ length: 5_000 }, (_, n) => link(`bank${n}.example`, `https://trap${n}.example/`))
  const { falseLinks, linkSites } = judgeLinks(traps)
  expect([falseLinks.length, linkSites.length]).toEqual([10, 200])
})

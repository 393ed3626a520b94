import { expect, test } from 'vitest'
import { isSenderDoubtful, senderProof } from './sender-proof.ts'
import { vouchingHosts } from './vouching.ts'

const trusted = vouchingHosts({ address: 'me@example.org' })
const proof = (...headers: string[]) => senderProof('Boss@Corp.example', headers, trusted)

test.each([
  ['DMARC that passed', 'mx.example.org; dmarc=pass header.from=corp.example', 'verified'],
  [
    'DMARC of a host below the domain',
    'mx.example.org; dmarc=pass header.from=News.Corp.example',
    'verified',
  ],
  ['DMARC without a word of whom', 'mx.example.org; dmarc=pass (p=none)', 'verified'],
  ['DMARC of another name', 'mx.example.org; dmarc=pass header.from=evil.example', 'unknown'],
  ['a signature of the domain', 'mx.example.org; dkim=pass header.d=corp.example', 'verified'],
  ['a signature of somebody else', 'mx.example.org; dkim=pass header.d=mailer.example', 'unknown'],
  ['DMARC that failed', 'mx.example.org; dmarc=fail; dkim=pass header.d=mailer.example', 'failed'],
  ['a stranger’s own word', 'mx.corp.example; dmarc=pass', 'unknown'],
  ['nothing', '', 'unknown'],
])('%s', (_, header, expected) => {
  expect(proof(header)).toBe(expected)
})

test('what a believed host says counts more than what the sender wrote below it', () => {
  expect(proof('mx.example.org; dmarc=fail', 'mx.example.org; dmarc=pass')).toBe('failed')
  expect(proof('mx.elsewhere.example; dmarc=pass', 'mx.example.org; dmarc=fail')).toBe('failed')
})

test.each([
  ['DMARC that failed', 'mx.example.org; spf=pass; dmarc=fail', true],
  [
    'neither SPF nor DKIM, where DMARC was asked',
    'mx.example.org; spf=softfail; dkim=none; dmarc=none',
    true,
  ],
  ['no signature at all and SPF that failed', 'mx.example.org; spf=fail; dmarc=temperror', true],
  ['DMARC that passed', 'mx.example.org; spf=fail; dmarc=pass', false],
  ['a signature of the domain', 'mx.example.org; dkim=pass header.d=corp.example; dmarc=none', false],
  ['SPF that passed', 'mx.example.org; spf=pass; dmarc=none', false],
  ['no word of DMARC', 'mx.example.org; spf=fail; dkim=none', false],
  ['only a stranger’s word', 'mx.corp.example; spf=fail; dmarc=fail', false],
  ['nothing', '', false],
])('a sender with %s is doubtful or not', (_, header, expected) => {
  expect(isSenderDoubtful('Boss@Corp.example', [header], trusted)).toBe(expected)
})

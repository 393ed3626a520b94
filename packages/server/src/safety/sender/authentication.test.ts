import { expect, test } from 'vitest'
import { readAuthentication } from './authentication.ts'

const google =
  'mx.google.com; dkim=pass header.i=@news.shop.example header.s=k1; spf=pass smtp.mailfrom=b@shop.example; ' +
  'dmarc=pass (p=REJECT) header.from=shop.example'

test('says who vouches, for what, and whose signature held', () => {
  expect(readAuthentication([google], ['mx.google.com'])).toEqual({
    by: 'mx.google.com',
    isBelieved: true,
    spf: 'pass',
    dkim: 'pass',
    dmarc: 'pass',
    signedBy: ['shop.example'],
  })
})

test('prefers the header of a believed host to one above it that anybody may have written', () => {
  const forged = 'mx.evil.example; dkim=pass header.d=bank.example'
  expect(readAuthentication([forged, google], ['mx.google.com'])?.by).toBe('mx.google.com')
  expect(readAuthentication([forged], ['mx.google.com'])).toMatchObject({
    by: 'mx.evil.example',
    isBelieved: false,
  })
})

test('believes every host of a domain, and none that only ends like it', () => {
  const said = (by: string) => readAuthentication([`${by}; spf=pass`], ['*.example.org'])?.isBelieved
  expect([said('mail.example.org'), said('example.org'), said('evilexample.org')]).toEqual([
    true,
    true,
    false,
  ])
})

test.each([
  ['none'],
  [''],
  ['mx.example.org; none'],
  ['<script>; spf=pass'],
  ['a'.repeat(300) + '; spf=pass'],
])('nothing comes of %j', (header) => {
  expect(readAuthentication([header], ['mx.example.org'])).toBeNull()
})

test('one signature that holds is enough, and a failed one vouches for nobody', () => {
  const both = 'mx.example.org; dkim=fail header.d=list.example; dkim=pass header.d=writer.example'
  expect(readAuthentication([both], [])).toMatchObject({
    dkim: 'pass',
    signedBy: ['writer.example'],
    spf: null,
  })
})

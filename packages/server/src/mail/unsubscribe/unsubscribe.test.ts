import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ListHeaders, waysToLeave } from './unsubscribe-options.ts'

const signature =
  'v=1; a=rsa-sha256; d=news.shop.test; s=a;\r\n h=from:subject:List-Unsubscribe:\r\n list-unsubscribe-post; b=x'
const whole: ListHeaders = {
  unsubscribe: [['https://shop.test/leave?u=1', 'mailto:leave@shop.test?subject=off%20u1']],
  post: [' List-Unsubscribe=One-Click'],
  signatures: [signature],
  signedBy: ['shop.test'],
}
const mail = { to: 'leave@shop.test', subject: 'off u1', body: '' }
const page = 'https://shop.test/leave?u=1'

describe('a single click', () => {
  test('is offered when both fields are there once and a signature that passed covers both', () => {
    expect(waysToLeave(whole)).toEqual({ oneClick: page, mail, page })
  })

  test.each<[string, Partial<ListHeaders>]>([
    ['nobody believed says that a signature passed', { signedBy: [] }],
    ['another domain’s signature passed', { signedBy: ['other.test'] }],
    ['there is no signature', { signatures: [] }],
    ['the signature leaves out the post', { signatures: [signature.replace('list-unsubscribe-post', 'to')] }],
    ['the signature leaves out the address', { signatures: [signature.replace('List-Unsubscribe:', 'to:')] }],
    ['one of the domain’s signatures covers less', { signatures: [signature, 'd=shop.test; h=from'] }],
    ['the address is there twice', { unsubscribe: [['https://evil.test/'], ...whole.unsubscribe] }],
    ['the post is there twice', { post: [...whole.post, ...whole.post] }],
    ['the post says something else', { post: ['List-Unsubscribe=Two-Clicks'] }],
    ['there is no post', { post: [] }],
    ['the address is not https', { unsubscribe: [['http://shop.test/leave']] }],
    ['the address carries a password', { unsubscribe: [['https://a:b@shop.test/leave']] }],
  ])('is not offered when %s', (_, changed) => {
    expect(waysToLeave({ ...whole, ...changed }).oneClick).toBeNull()
  })
})

test('what stays is a mail, or a page to visit', () => {
  const without = { ...whole, post: [] }
  expect(waysToLeave(without)).toEqual({ oneClick: null, mail, page })
  expect(waysToLeave({ ...without, unsubscribe: [['http://shop.test/leave']] })).toMatchObject({
    mail: null,
    page: 'http://shop.test/leave',
  })
  expect(waysToLeave({ ...without, unsubscribe: [] })).toEqual({ oneClick: null, mail: null, page: null })
})

test.each([
  'mailto:a@x.test,b@y.test',
  'mailto:a@x.test%0d%0aBcc:b@y.test',
  'mailto:?to=a@x.test',
  'mailto:%ff@x.test',
  'mailto:"a b"@x.test',
  'javascript:alert(1)',
  'data:text/html,x',
])('%s is no way', (url) => {
  expect(waysToLeave({ ...whole, unsubscribe: [[url]] })).toEqual({ oneClick: null, mail: null, page: null })
})

test('a mail takes subject and body of the address, on one line each, and nothing else', () => {
  const url = 'mailto:l@x.test?subject=a%0d%0aBcc:%20b@y.test&body=1+1%0a2&cc=evil@y.test'
  expect(waysToLeave({ ...whole, unsubscribe: [[url]] }).mail).toEqual({
    to: 'l@x.test',
    subject: 'a Bcc: b@y.test',
    body: '1+1 2',
  })
})

test('nothing that a stranger writes throws, or makes a click of what is not signed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(...whole.signatures, ...whole.post, page),
  )
  const headers = fc.record({
    unsubscribe: fc.array(fc.array(text)),
    post: fc.array(text),
    signatures: fc.array(text),
  })
  fc.assert(
    fc.property(headers, (one) => {
      expect(waysToLeave({ ...one, signedBy: [] }).oneClick).toBeNull()
      waysToLeave({ ...one, signedBy: ['shop.test'] })
    }),
  )
})

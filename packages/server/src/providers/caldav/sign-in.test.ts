import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestHeader, readChallenge } from './digest.ts'

const example =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const proof = {
  username: 'Mufasa',
  password: 'Circle of Life',
  method: 'GET',
  uri: '/dir/index.html',
  count: 1,
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
}

describe('a password that is proven', () => {
  test.each([
    ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ])('by %s is proven as in the example of RFC 7616 §3.9.1', (algorithm, response) => {
    const challenge = readChallenge(`Digest ${example}, algorithm=${algorithm}`)
    const header = digestHeader(challenge!, proof)
    expect(header).toContain(`response="${response}"`)
    expect(header).toContain('nc=00000001, qop=auth')
    expect(header).not.toContain('Circle')
  })

  test('is proven by the best of what is offered, and not where the password itself is taken', () => {
    const both = `Digest ${example}, algorithm=MD5, Digest ${example}, algorithm=SHA-256`
    expect(readChallenge(both)?.algorithm).toBe('SHA-256')
    expect(readChallenge(`${both}, Basic realm="house"`)).toBeUndefined()
    expect(readChallenge('Digest realm="a", nonce="b", qop="auth-int"')).toBeUndefined()
    expect(readChallenge('Digest realm="a, Basic x=", nonce="b"')).toMatchObject({
      algorithm: 'MD5',
      realm: 'a, Basic x=',
      counts: false,
    })
  })

  test('of a name beyond ASCII is said in ASCII', () => {
    const challenge = readChallenge(`Digest ${example}, algorithm=SHA-256`)
    expect(digestHeader(challenge!, { ...proof, username: 'Jäsøn Doe' })).toContain(
      "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe",
    )
  })

  test('is proven to no challenge that a server makes up, and never in a second line', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.string(), (parameters, username) => {
        const challenge = readChallenge(`Digest ${parameters.replace(/[\r\n]/g, ' ')}`)
        const header = challenge ? digestHeader(challenge, { ...proof, username }) : ''
        expect(header).not.toMatch(/[\r\n]/)
      }),
    )
  })
})

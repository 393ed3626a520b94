import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

describe('the path to go to after signing in', () => {
  test('is kept when it is one of this server', () => {
    expect(nextPath('/mail/T3?view=full#end')).toBe('/mail/T3?view=full#end')
    expect(nextPath('/search?q=größe')).toBe('/search?q=gr%C3%B6%C3%9Fe')
  })

  test.each([
    undefined,
    ['/a'],
    '',
    'mail',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\r\nset-cookie: x=1',
    '//',
    ' //evil.example',
    `/${'a'.repeat(3000)}`,
  ])('is the start for %j', (next) => {
    expect(nextPath(next)).toBe('/')
  })

  test('never leads to another host, whatever is asked for', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '/',
        '\\',
        '.',
        '%2f',
        '%5c',
        '%2e',
        '@',
        ':',
        '?',
        '#',
        '\t',
        'a',
        'evil.example',
        'http:',
      ),
    })
    fc.assert(
      fc.property(fc.oneof(nasty, fc.webUrl(), fc.string()), (next) => {
        const location = new URL(nextPath(next), 'https://mail.example.org/login')
        expect(location.origin).toBe('https://mail.example.org')
      }),
      { numRuns: 2000 },
    )
  })
})

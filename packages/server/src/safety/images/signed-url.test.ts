import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ImageQuery, signImageUrl, unixDay, verifiedImageUrl } from './signed-url.ts'

const key = 'a secret of this installation'
const today = 20_778

function getQuery(address: string): ImageQuery & { u: string; e: string; s: string } {
  const { searchParams } = new URL(address, 'https://mail.example')
  const value = (name: string) => searchParams.get(name) ?? ''
  return { u: value('u'), e: value('e'), s: value('s') }
}

test('an address has the published shape', () => {
  const address = signImageUrl('https://images.example.com/ä b.png?x=1&y=2', key, today)
  expect(address).toMatch(/^\/mail\/image-proxy\?u=[\w-]+&e=20785&s=[0-9a-f]{32}$/)
})

test('every signed URL comes back whole until its last day, and not after', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), fc.nat(400), (url, wait) => {
      const query = getQuery(signImageUrl(url, key, today))
      expect(verifiedImageUrl(query, key, today + wait)).toEqual(
        wait <= 7 ? { url, reader: undefined } : undefined,
      )
    }),
  )
})

test('no altered address, day, signature or key passes', () => {
  const query = getQuery(signImageUrl('https://images.example.com/a.png', key, today))
  const other = getQuery(signImageUrl('https://images.example.com/b.png', key, today))
  const altered: ImageQuery[] = [
    { ...query, u: other.u },
    { ...query, u: `${query.u}=` },
    { ...query, e: '99999' },
    { ...query, e: `0${query.e}` },
    { ...query, e: `${query.e}.0` },
    { ...query, s: other.s },
    { ...query, s: query.s.toUpperCase() },
    { ...query, s: query.s.slice(1) },
    { ...query, s: [query.s] },
    { u: query.u, e: query.e },
    {},
  ]
  for (const forged of altered) expect(verifiedImageUrl(forged, key, today)).toBeUndefined()
  expect(verifiedImageUrl(query, 'another secret', today)).toBeUndefined()
})

test('a day is counted in UTC from the epoch', () => {
  expect(unixDay(new Date('1970-01-01T23:59:59Z'))).toBe(0)
  expect(unixDay(new Date('2026-11-21T00:00:00Z'))).toBe(20_778)
})

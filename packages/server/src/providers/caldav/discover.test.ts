import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AskServer, ServerUnreached } from '../contract/index.ts'
import {
  needsFor,
  type TestCalDav,
  testCalDav,
} from '../../../../server-testing/src/providers/caldav/test-caldav.ts'
import { createCalDavSession, findCalendars, type ServiceRecords } from './index.ts'
import {
  behindDigest,
  multistatus,
  response,
  scripted,
} from '../../../../server-testing/src/providers/caldav/tiny-servers.ts'

const home = (href: string) => `<c:calendar-home-set><d:href>${href}</d:href></c:calendar-home-set>`
const principal = (href: string) =>
  `<d:current-user-principal><d:href>${href}</d:href></d:current-user-principal>`
const empty = multistatus()

describe('an address', () => {
  let caldav: TestCalDav
  beforeAll(async () => {
    caldav = await testCalDav()
  })
  afterAll(() => caldav[Symbol.asyncDispose]())

  test.each([
    ['the server alone', ''],
    ['its root', '/'],
    ['a place of nothing', '/remote.php/nothing/'],
    ['the user', '/anna/'],
  ])('that is %s leads to the calendars of the user', async (_what, path) => {
    const found = await findCalendars(needsFor(caldav.radicale.address + path))
    expect(found).toEqual({ address: `${caldav.radicale.address}/anna/`, calendars: 2 })
  })

  test('that is one calendar is that calendar', async () => {
    expect(await findCalendars(needsFor(caldav.calendar))).toEqual({
      address: caldav.calendar,
      calendars: 1,
    })
  })

  test('that only keeps calendars is asked about nobody', async () => {
    const { fetchBusyTimes } = createCalDavSession(needsFor(`${caldav.radicale.address}/anna/`))
    const [from, to] = [new Date('2026-11-24T00:00:00Z'), new Date('2026-11-25T00:00:00Z')]
    expect(await fetchBusyTimes!(['bob@example.test'], from, to)).toEqual(new Map())
  })

  test('with a wrong password is refused at once', async () => {
    await expect(findCalendars(needsFor(caldav.radicale.address, 'wrong'))).rejects.toMatchObject({
      kind: 'wrong-credentials',
    })
  })

  test('of a server that takes Digest alone is signed in to without telling the password again', async () => {
    await using door = await behindDigest(caldav.radicale)
    const needs = needsFor(`${door.address}/anna/`)
    expect(await findCalendars(needs)).toEqual({ address: `${door.address}/anna/`, calendars: 2 })
    const schemes = door.seen.map(({ scheme }) => scheme)
    expect([schemes[0], new Set(schemes.slice(1))]).toEqual(['Basic', new Set(['Digest'])])
    const session = createCalDavSession(needs)
    for (let look = 0; look < 5; look++) expect(await session.calendars()).toHaveLength(2)
    const counts = door.seen.filter(({ status }) => status === 207).map(({ count }) => count)
    // A nonce serves as often as the server takes it, and is counted.
    expect(counts).toContain('00000003')
    await expect(
      findCalendars({ ...needs, access: { ...needs.access, password: 'wrong' } }),
    ).rejects.toMatchObject({
      kind: 'wrong-credentials',
    })
  })

  test('that is a domain is asked where RFC 6764 says to ask, by https', async () => {
    const { ask, asked } = scripted({
      'PROPFIND /.well-known/caldav': { status: 301, headers: { location: '/dav/' } },
      'PROPFIND /dav/': multistatus(response('/dav/', principal('/dav/me/'))),
      'PROPFIND /dav/me/': multistatus(response('/dav/me/', home('/dav/me/cal/'))),
      'PROPFIND /dav/me/cal/': empty,
    })
    const needs = needsFor('calendar.example', 'secret', ask)
    expect(await findCalendars(needs)).toEqual({
      address: 'https://calendar.example/dav/me/cal/',
      calendars: 0,
    })
    expect(asked()[0]).toBe('PROPFIND https://calendar.example/.well-known/caldav')
  })

  describe('that is a domain without calendars of its own', () => {
    const isSameSite = (one: string, other: string) =>
      one.endsWith('.house.example') && other === 'house.example'
    const announcing = (name: string, port = 8443): ServiceRecords => ({
      resolveSrv: async (asked) =>
        asked === '_caldavs._tcp.house.example'
          ? [
              { name: 'backup.house.example', port, priority: 20, weight: 0 },
              { name, port, priority: 10, weight: 0 },
            ]
          : [],
      resolveTxt: async () => [['v=other'], ['path=', '/dav/']],
    })
    const world = (own: ServerUnreached | undefined) => {
      const { ask, asked } = scripted({
        'PROPFIND dav.house.example:8443/dav/': multistatus(response('/dav/', home('/dav/anna/'))),
        'PROPFIND dav.house.example:8443/dav/anna/': empty,
      })
      const guarded: AskServer = async (request) => {
        const answer = await ask(request)
        return own && new URL(request.url).host === 'house.example' ? own : answer
      }
      return { ask: guarded, asked }
    }
    const unreachable: ServerUnreached = { ok: false, why: 'unreachable' }

    test.each([
      ['whose web server has none', undefined],
      ['that has no web server', unreachable],
    ])('is asked by the names it announces: %s', async (_what, own) => {
      const { ask } = world(own)
      const needs = {
        ...needsFor('house.example', 'secret', ask),
        isSameSite,
        records: announcing('dav.house.example.'),
      }
      expect(await findCalendars(needs)).toEqual({
        address: 'https://dav.house.example:8443/dav/anna/',
        calendars: 0,
      })
    })

    test('shows the password to nobody else whom the names announce', async () => {
      const { ask, asked } = world(unreachable)
      const records = announcing('dav.evil.example')
      const needs = { ...needsFor('house.example', 'secret', ask), isSameSite, records }
      await expect(findCalendars(needs)).rejects.toMatchObject({
        kind: 'refused',
        detail:
          'The calendars of house.example are kept by dav.evil.example. Enter https://dav.evil.example:8443 as the address if you trust it with your password.',
      })
      expect(asked().filter((one) => !one.includes('//house.example/'))).toEqual([])
    })

    test.each([
      ['that it has none', announcing('.'), 'unreachable'],
      ['what is no host', announcing('127.1/x'), 'unreachable'],
      [
        'nothing, and nobody answers',
        { resolveSrv: async () => Promise.reject(new Error('no')), resolveTxt: async () => [] },
        'unreachable',
      ],
    ])('and announces %s is told as it is', async (_what, records, kind) => {
      const { ask } = world(unreachable)
      const needs = { ...needsFor('house.example', 'secret', ask), isSameSite, records }
      await expect(findCalendars(needs)).rejects.toMatchObject({ kind })
    })
  })

  test.each([
    ['to a host of somebody else', 'https://evil.example/'],
    ['to where nothing is encrypted', 'http://calendar.example/dav/'],
  ])('is not followed with the password %s', async (_where, location) => {
    const { ask, asked } = scripted({ 'PROPFIND /dav/': { status: 302, headers: { location } } })
    const needs = needsFor('https://calendar.example/dav/', 'secret', ask)
    await expect(findCalendars(needs)).rejects.toMatchObject({ kind: 'refused' })
    expect(asked()).toHaveLength(1)
  })

  test.each([
    ['a page', { status: 200, text: '<!doctype html><title>Hello</title>' }],
    ['broken XML', { status: 207, text: '<d:multistatus xmlns:d="DAV:"><d:resp' }],
    ['entities that grow', { status: 207, text: '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;&a;</x>' }],
    ['elements without end', { status: 207, text: '<a>'.repeat(10_000) }],
    ['nothing', { status: 405 }],
  ])('that answers with %s has no calendars', async (_what, answer) => {
    const { ask } = scripted(() => answer)
    await expect(findCalendars(needsFor('calendar.example', 'secret', ask))).rejects.toMatchObject({
      kind: 'malformed',
    })
  })
})

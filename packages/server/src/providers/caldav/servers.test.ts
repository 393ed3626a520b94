import { describe, expect, test } from 'vitest'
import type { AskServer, EventPage, ServerRequest } from '../contract/index.ts'
import { needsFor } from '../../../../server-testing/src/providers/caldav/test-caldav.ts'
import { createCalDavSession } from './index.ts'
import {
  multistatus,
  response,
  type Script,
  scripted,
} from '../../../../server-testing/src/providers/caldav/tiny-servers.ts'

describe('a listing', () => {
  const calendar = '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>'
  const privileges = (...names: string[]) =>
    `<d:current-user-privilege-set>${names.map((name) => `<d:privilege><d:${name}/></d:privilege>`).join('')}</d:current-user-privilege-set>`

  test('has calendars of events only, with what they say of themselves', async () => {
    const components = (name: string) =>
      `<c:supported-calendar-component-set><c:comp name="${name}"/></c:supported-calendar-component-set>`
    const color = '<x:calendar-color xmlns:x="http://apple.com/ns/ical/">#FF2968FF</x:calendar-color>'
    const zone =
      '<c:calendar-timezone>BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nEND:VTIMEZONE</c:calendar-timezone>'
    const { ask } = scripted({
      'PROPFIND /home/': multistatus(
        response('/home/', '<d:resourcetype><d:collection/></d:resourcetype>'),
        response('/home/a/', `${calendar}<d:displayname>Arbeit &amp; mehr</d:displayname>${color}${zone}`),
        response('/home/b%20c/', `${calendar}${components('VEVENT')}${privileges('read')}`),
        response('/home/mine/', `${calendar}${privileges('read', 'write-content')}`),
        response('/home/todo/', `${calendar}${components('VTODO')}`),
        response('/home/inbox/', '<d:resourcetype><c:schedule-inbox/></d:resourcetype>'),
      ),
    })
    const session = createCalDavSession(needsFor('https://calendar.example/home/', 'secret', ask))
    const remoteCalendars = await session.calendars()
    expect(remoteCalendars.map(({ name, mayWrite }) => [name, mayWrite])).toEqual([
      ['Arbeit & mehr', true],
      ['b c', false],
      ['mine', true],
    ])
    expect(remoteCalendars[0]).toMatchObject({
      id: 'https://calendar.example/home/a/',
      color: '#ff2968',
      timeZone: 'Europe/Berlin',
    })
  })
})

describe('a server', () => {
  const url = 'https://calendar.example/cal/'
  const file = (uid: string) =>
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:${uid}\nSUMMARY:${uid}\nDTSTART:20261124T120000Z\nEND:VEVENT\nEND:VCALENDAR\n`
  const object = (name: string, etag: string) =>
    response(`/cal/${name}`, `<d:getetag>${etag}</d:getetag><c:calendar-data>${file(name)}</c:calendar-data>`)
  const computeEtag = (name: string, etag: string) =>
    response(`/cal/${name}`, `<d:getetag>${etag}</d:getetag>`)
  const asked = ({ body = '' }: ServerRequest) =>
    [...body.matchAll(/<D:href>\/cal\/([^<]+)</g)].map(([, name = '']) => name)

  async function pull(ask: AskServer, cursor?: string) {
    const session = createCalDavSession(needsFor(url, 'secret', ask))
    const pages: EventPage[] = []
    for await (const page of session.pull(url, cursor)) pages.push(page)
    const changes = pages.flatMap((page) => page.changes)
    return {
      changes: changes.map(({ kind, id }) => `${kind} ${id.slice(url.length)}`),
      pages,
      cursor: pages.at(-1)?.cursor,
    }
  }

  test('without RFC 6578 is read by its ctag and its etags, in batches', async () => {
    const objects = new Map(Array.from({ length: 120 }, (_, at) => [`e${at}`, '"1"']))
    let ctag = 1
    const { ask, requests } = scripted((request) => {
      if (request.method === 'REPORT')
        return multistatus(...asked(request).map((name) => object(name, objects.get(name) ?? '')))
      if (request.headers['depth'] === '0')
        return multistatus(response('/cal/', `<s:getctag>${ctag}</s:getctag>`))
      return multistatus(...[...objects].map(([name, etag]) => computeEtag(name, etag)))
    })
    const first = await pull(ask)
    expect(first.changes).toHaveLength(120)
    expect(
      requests.filter(({ method }) => method === 'REPORT').map((request) => asked(request).length),
    ).toEqual([50, 50, 20])
    const before = requests.length
    expect((await pull(ask, first.cursor)).changes).toEqual([])
    expect(requests.length - before).toBe(1)
    ctag = 2
    objects.set('e1', '"2"')
    objects.delete('e2')
    objects.set('new', '"1"')
    expect((await pull(ask, first.cursor)).changes).toEqual(['gone e2', 'event e1', 'event new'])
  })

  const offers = response(
    '/cal/',
    '<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report></d:supported-report-set>',
  )
  const synced = (token: string, ...responses: string[]) =>
    multistatus(...responses, `<d:sync-token>${token}</d:sync-token>`)
  const cut =
    '<d:response><d:href>/cal/</d:href><d:status>HTTP/1.1 507 Insufficient Storage</d:status></d:response>'
  const syncing = (answer: (token: string) => Script[string]) =>
    scripted((request) => {
      if (request.method === 'PROPFIND') return multistatus(offers)
      const [, token] = /<sync-token>([^<]*)</.exec(request.body ?? '') ?? []
      return token === undefined
        ? multistatus(...asked(request).map((name) => object(name, '"1"')))
        : answer(token)
    })

  test('that cuts its listing is asked on until it has told everything', async () => {
    const { ask } = syncing((token) =>
      token === '' ? synced('t1', computeEtag('a', '"1"'), cut) : synced('t2', computeEtag('b', '"1"')),
    )
    const { changes, cursor } = await pull(ask)
    expect(changes).toEqual(['event a', 'event b'])
    expect(cursor).toContain('t2')
  })

  test('that would never come to an end is left', async () => {
    const { ask } = syncing(() => synced('same', cut))
    await expect(pull(ask)).rejects.toMatchObject({ kind: 'malformed' })
  })

  test('that cannot read one event just now keeps its place in the listing', async () => {
    const broken = (name: string) => `<d:response><d:href>/cal/${name}</d:href>
      <d:propstat><d:prop><c:calendar-data/></d:prop><d:status>HTTP/1.1 500 Oops</d:status></d:propstat></d:response>`
    const { ask } = scripted((request) => {
      if (request.method === 'PROPFIND') return multistatus(offers)
      if (request.body?.includes('<sync-token>'))
        return synced('t1', computeEtag('a', '"1"'), computeEtag('b', '"1"'))
      return multistatus(object('a', '"1"'), broken('b'))
    })
    await expect(pull(ask)).rejects.toMatchObject({ kind: 'busy' })
  })

  test.each([403, 409, 412, 507])('that answers %d for a token is read anew', async (status) => {
    const { ask } = syncing((token) => (token === '' ? synced('t9', computeEtag('a', '"1"')) : { status }))
    const { pages, changes } = await pull(ask, JSON.stringify({ token: 'old' }))
    expect([pages[0]?.reset, changes]).toEqual([true, ['event a']])
  })

  test.each([
    [401, 'wrong-credentials'],
    [403, 'denied'],
    [404, 'gone'],
    [429, 'throttled'],
    [500, 'busy'],
    [503, 'throttled'],
  ])('that answers %d is told as %s', async (status, kind) => {
    const { ask } = scripted(() => ({ status, headers: { 'retry-after': '60' } }))
    await expect(pull(ask)).rejects.toMatchObject({ kind })
  })

  test.each([
    [403, '<d:error xmlns:d="DAV:"><d:need-privileges/></d:error>', 'need-privileges'],
    [413, '<html>No</html>', 'The server answered 413 while storing an event'],
    [507, 'Quota exceeded', 'Quota exceeded'],
  ])('that answers %d to a write refuses it in its own words', async (status, text, words) => {
    const { ask } = scripted(() => ({ status, text }))
    const { write } = createCalDavSession(needsFor(url, 'secret', ask))
    const event = { '@type': 'Event', uid: 'u', start: '2026-11-24T12:00:00', duration: 'PT1H' }
    expect(await write?.create(url, event, { key: 'k', notify: false })).toEqual({
      outcome: 'refused',
      problem: { problem: 'other/text', text: words },
    })
  })

  test('is given an imported event with everything that its file said', async () => {
    const bodies: unknown[] = []
    const { ask } = scripted((request) => {
      bodies.push(request.body)
      return { status: 403, text: '' }
    })
    const { write } = createCalDavSession(needsFor(url, 'secret', ask))
    const event = { '@type': 'Event', uid: 'u', start: '2026-11-24T12:00:00', duration: 'PT1H', title: 'New' }
    const lines = [
      'BEGIN:VEVENT',
      'UID:u',
      'DTSTART:20261124T120000',
      'SUMMARY:Old',
      'X-OWN:kept',
      'END:VEVENT',
    ]
    const icalendar = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
    await write?.create(url, event, { key: 'k', notify: false, object: icalendar })
    expect(String(bodies.at(-1))).toMatch(/SUMMARY:New\r\nX-OWN:kept/)
  })
})

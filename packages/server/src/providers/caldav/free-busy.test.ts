import { describe, expect, test } from 'vitest'
import { ProviderError } from '../contract/index.ts'
import { needsFor } from '../../../../server-testing/src/providers/caldav/test-caldav.ts'
import { createCalDavSession } from './index.ts'
import { serving } from '../../../../server-testing/src/providers/caldav/tiny-servers.ts'

describe('a server', () => {
  test('that tells busy times is believed, and one that does not tells none', async () => {
    const line = (text: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VFREEBUSY\r\n${text}\r\nEND:VFREEBUSY\r\nEND:VCALENDAR\r\n`
    const asked: string[] = []
    await using server = await serving((request, body, reply) => {
      asked.push(`${request.method} ${request.url} ${request.headers['depth']}`)
      expect(body).toContain('<C:time-range start="20261124T000000Z" end="20261125T000000Z"/>')
      const answers: Record<string, string> = {
        '/one/': line('FREEBUSY;FBTYPE=BUSY:20261124T100000Z/PT1H,20261124T150000Z/\r\n 20261124T153000Z'),
        '/two/': line(
          'FREEBUSY;FBTYPE=FREE:20261124T080000Z/PT1H\r\nFREEBUSY;FBTYPE=BUSY-TENTATIVE:20261124T090000Z/PT30M\r\nFREEBUSY:nonsense',
        ),
        '/odd/': '<html></html>',
      }
      const answer = answers[request.url ?? '']
      reply.writeHead(answer === undefined ? 501 : 200, { 'content-type': 'text/calendar' }).end(answer)
    })
    const { freeBusy } = createCalDavSession(needsFor(server.address))
    const [from, to] = [new Date('2026-11-24T00:00:00Z'), new Date('2026-11-25T00:00:00Z')]
    const of = (...paths: string[]) =>
      freeBusy!(
        paths.map((path) => server.address + path),
        from,
        to,
      )
    const busyTimes = (await of('/one/', '/two/')).map((busyTime) =>
      [busyTime.from, busyTime.to].map((at) => at.toISOString().slice(11, 16)),
    )
    expect(busyTimes).toEqual([
      ['09:00', '09:30'],
      ['10:00', '11:00'],
      ['15:00', '15:30'],
    ])
    expect(asked[0]).toBe('REPORT /one/ 1')
    await expect(of('/one/', '/none/')).rejects.toBeInstanceOf(ProviderError)
    await expect(of('/odd/')).rejects.toMatchObject({ kind: 'malformed' })
  })

  test('that asks others for their busy times is asked about people, and told the password nowhere else', async () => {
    const [from, to] = [new Date('2026-11-24T00:00:00Z'), new Date('2026-11-25T00:00:00Z')]
    const people = ['bob@example.test', 'Eve@example.test', 'x@y.test\r\nEND:VCALENDAR']
    const busy = 'BEGIN:VFREEBUSY\r\nFREEBUSY:20261124T100000Z/PT1H\r\nEND:VFREEBUSY'
    const answer = (person: string, status: string, data: string) =>
      `<c:response><c:recipient><d:href>mailto:${person}</d:href></c:recipient><c:request-status>${status}</c:request-status>${data}</c:response>`
    const told = `<c:calendar-data>BEGIN:VCALENDAR\r\n${busy}\r\nEND:VCALENDAR\r\n</c:calendar-data>`
    let outbox = '/outbox/'
    const posted: string[] = []
    await using server = await serving((request, body, reply) => {
      const { method, url = '' } = request
      const me = `<c:schedule-outbox-URL><d:href>${outbox}</d:href></c:schedule-outbox-URL>
        <c:calendar-user-address-set><d:href>/me/</d:href><d:href>mailto:me@example.test</d:href></c:calendar-user-address-set>`
      const said =
        url === '/me/' ? me : '<d:current-user-principal><d:href>/me/</d:href></d:current-user-principal>'
      const response = `<d:response><d:href>${url}</d:href><d:propstat><d:prop>${said}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`
      if (method === 'POST') posted.push(`${url} ${request.headers['content-type']}\n${body}`)
      const [status, inside] =
        method === 'PROPFIND'
          ? [207, ['d:multistatus', response]]
          : [
              200,
              [
                'c:schedule-response',
                answer('BOB@example.test', '2.0;Success', told) +
                  answer('Eve@example.test', '3.7;Invalid', ''),
              ],
            ]
      const [name, text] = inside as [string, string]
      reply.writeHead(status as number, { 'content-type': 'application/xml' })
      reply.end(`<${name} xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${text}</${name}>`)
    })
    const { fetchBusyTimes } = createCalDavSession(needsFor(`${server.address}/home/`))
    expect(await fetchBusyTimes!(people, from, to)).toEqual(
      new Map([
        [
          'bob@example.test',
          [{ from: new Date('2026-11-24T10:00:00Z'), to: new Date('2026-11-24T11:00:00Z') }],
        ],
      ]),
    )
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatch(/^\/outbox\/ text\/calendar/)
    expect(posted[0]).toContain(
      'ORGANIZER:mailto:me@example.test\r\nATTENDEE:mailto:bob@example.test\r\nATTENDEE:mailto:Eve',
    )
    expect(posted[0]).not.toContain('x@y.test')
    // The password is for nobody else.
    outbox = 'https://elsewhere.test/outbox/'
    expect(await fetchBusyTimes!(people, from, to)).toEqual(new Map())
  })
})

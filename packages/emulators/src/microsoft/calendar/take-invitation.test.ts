import { expect, test } from 'vitest'
import { mail, segment, startForTest } from '../microsoft-for-tests.ts'

const invitation = (method: string, answer = 'NEEDS-ACTION') =>
  mail('Tea', {
    headers: `Content-Type: text/calendar; method=${method}; charset=utf-8\r\n`,
    body: [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      `METHOD:${method}`,
      'BEGIN:VEVENT',
      'UID:tea@corp.test',
      'SUMMARY:Tea',
      'ORGANIZER;CN="Boss":mailto:boss@corp.test',
      `ATTENDEE;PARTSTAT=${answer}:mailto:ada@contoso.test`,
      'DTSTART:20261124T140000Z',
      'DTEND:20261124T150000Z',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  })

test('an invitation that comes by mail stands in the calendar as tentative, can be answered and called off', async () => {
  const { ada, graph } = await startForTest()
  ada.deliver(invitation('REQUEST'))
  const { value } = await graph.pages('/me/events')
  expect(value).toMatchObject([
    {
      subject: 'Tea',
      iCalUId: 'tea@corp.test',
      isOrganizer: false,
      showAs: 'tentative',
      responseStatus: { response: 'notResponded' },
      isCancelled: false,
    },
  ])
  const accepted = await graph(`/me/events/${segment(value[0].id)}/accept`, { method: 'POST', body: {} })
  expect(accepted.status).toBe(202)
  ada.deliver(invitation('CANCEL'))
  expect((await graph.pages('/me/events')).value).toMatchObject([{ isCancelled: true }])
})

test('an account that places nothing leaves the invitation in the inbox', async () => {
  const { ada, graph } = await startForTest({ mailbox: { placing: 'never' } })
  ada.deliver(invitation('REQUEST'))
  expect((await graph.pages('/me/events')).value).toEqual([])
})

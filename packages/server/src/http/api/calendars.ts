import {
  type AccountId,
  accountWireId,
  type CalendarId,
  calendarEventWireId,
  calendarWireId,
  type CalendarImported,
  type UserId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Calendars } from '../../calendar/index.ts'
import { Problem } from '../guard/index.ts'

export interface CalendarsApiNeeds {
  calendars: Pick<Calendars, 'importFile' | 'exportFile'>
  /** Lists the accounts that hold a user's calendars: the personal one and those at providers. */
  listAccounts(userId: UserId): Promise<readonly AccountId[]>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<{ user: { id: UserId } }>
}

/** Ten thousand events. */
const maxFileLength = 4 * 1024 * 1024

interface Asking {
  Querystring: { account?: string; calendar?: string; event?: string }
}

/** Calendar files in and out: `/api/calendars/ics`. Another user's calendars do not exist here. */
export function calendarsApi({
  calendars,
  listAccounts,
  requireSession,
}: CalendarsApiNeeds): FastifyPluginAsync {
  const readExportRequest = async (request: FastifyRequest<Asking>, reply: FastifyReply) => {
    const { user } = await requireSession(request, reply)
    const accountId = accountWireId.decode(request.query.account)
    const own = await listAccounts(user.id)
    if (accountId === undefined || !own.includes(accountId)) throw new Problem('not-found')
    return { user, accountId, calendarId: calendarWireId.decode(request.query.calendar) }
  }
  return async (app) => {
    app.addContentTypeParser(
      ['text/calendar', 'application/ics'],
      { parseAs: 'string', bodyLimit: maxFileLength },
      (_request, body, done) => done(null, body),
    )

    app.get('/api/calendars/ics', async (request: FastifyRequest<Asking>, reply) => {
      const { accountId, calendarId } = await readExportRequest(request, reply)
      const eventId = calendarEventWireId.decode(request.query.event)
      const of = eventId !== undefined ? { eventId } : calendarId !== undefined ? { calendarId } : undefined
      const file = of && (await calendars.exportFile(accountId, of))
      if (!file) throw new Problem('not-found')
      return reply
        .header('content-disposition', `attachment; ${fileName(file.name)}`)
        .header('cache-control', 'no-store')
        .type('text/calendar; charset=utf-8')
        .send(file.text)
    })

    app.post('/api/calendars/ics', async (request: FastifyRequest<Asking>, reply) => {
      const { user, accountId, calendarId } = await readExportRequest(request, reply)
      if (typeof request.body !== 'string') throw new Problem('unsupported-type')
      const done = await importCalendarFile([user.id, accountId], calendarId, request.body)
      return done satisfies CalendarImported
    })
  }

  async function importCalendarFile(
    [userId, accountId]: readonly [UserId, AccountId],
    calendarId: CalendarId | undefined,
    text: string,
  ): Promise<CalendarImported> {
    const done =
      calendarId === undefined
        ? 'no-calendar'
        : await calendars.importFile(userId, accountId, calendarId, text)
    if (typeof done === 'object') return done
    if (done === 'no-calendar') throw new Problem('not-found')
    throw new Problem(done === 'read-only' ? 'not-allowed' : 'bad-request', { detail: problems[done] })
  }
}

const problems = {
  'read-only': { problem: 'calendar/read-only' },
  unreadable: { problem: 'calendar/not-a-calendar-file' },
  'too-many': { problem: 'calendar/too-many-events-in-file' },
} as const

/** RFC 6266: a name that every browser understands, and the one that it is. Bytes make half a character whole. */
function fileName(name: string): string {
  const calendarFile = `${name.slice(0, 60).trim() || 'calendar'}.ics`
  return `filename="calendar.ics"; filename*=UTF-8''${encodeURIComponent(Buffer.from(calendarFile).toString()).replaceAll("'", '%27')}`
}

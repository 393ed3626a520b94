import {
  accountWireId,
  calendarWireId,
  calendarSourceWireId,
  type CalendarSourceAnswer,
  type CalendarSourceId,
  type CalendarSourcesAnswer,
  type NewCalDavSource,
  type NewFeed,
  type SourceCalendar,
  type UserId,
  readStoredProblem,
  ProviderName,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Accounts, CalendarSourceView, Connected } from '../../accounts/index.ts'
import type { Calendars } from '../../calendar/index.ts'
import type { CalendarSync, KeptCalendar } from '../../sync/index.ts'
import { type Coded, Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'

export interface CalendarSourcesApiNeeds {
  sources: Pick<Accounts['calendarSources'], 'list' | 'connect' | 'edit' | 'subscribe' | 'hurry' | 'remove'>
  calendars: Pick<Calendars, 'list'>
  calendarSync: Pick<CalendarSync, 'selectSyncedCalendars'>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<{ user: { id: UserId } }>
}

const name = Type.Optional(Type.String({ maxLength: 200 }))
const address = Type.String({ maxLength: 2000 })
const bodies = {
  caldav: Type.Object({
    name,
    address,
    username: Type.String({ maxLength: 400 }),
    password: Type.String({ maxLength: 1000 }),
  }),
  edit: Type.Object({
    name,
    address: Type.Optional(address),
    username: Type.Optional(Type.String({ maxLength: 400 })),
    password: Type.Optional(Type.String({ maxLength: 1000 })),
  }),
  feed: Type.Object({ name, address }),
}

interface WithId {
  Params: { id: string }
  Querystring: { unsent?: string }
}

/** Serves the user's calendar sources: `/api/calendar-sources` and below. Another user's sources do not exist here. */
export function calendarSourcesApi(needs: CalendarSourcesApiNeeds): FastifyPluginAsync {
  const { sources, requireSession } = needs
  const getUserId = async (request: FastifyRequest, reply: FastifyReply) =>
    (await requireSession(request, reply)).user.id
  const answerConnected = async (connected: Connected) => {
    if (!connected.ok) throw new Problem('invalid', { errors: connected.problems })
    const [answer] = await answersFor(needs, [connected.source])
    return answer
  }
  return async (app) => {
    app.get('/api/calendar-sources', async (request, reply) => {
      const views = await sources.list(await getUserId(request, reply))
      return { sources: await answersFor(needs, views) } satisfies Coded<CalendarSourcesAnswer>
    })
    app.post('/api/calendar-sources/caldav', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const form = checkedBody<NewCalDavSource>(bodies.caldav, request.body)
      return reply.code(201).send(await answerConnected(await sources.connect(userId, form)))
    })
    app.post('/api/calendar-sources/feeds', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const form = checkedBody<NewFeed>(bodies.feed, request.body)
      return reply.code(201).send(await answerConnected(await sources.subscribe(userId, form)))
    })
    app.post<WithId>('/api/calendar-sources/:id', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = sourceId(request.params.id)
      const form = checkedBody<Partial<NewCalDavSource>>(bodies.edit, request.body)
      const edited = await sources.edit(userId, id, form)
      if (!edited) throw notFound()
      return answerConnected(edited)
    })
    app.post<WithId>('/api/calendar-sources/:id/sync', async (request, reply) => {
      const userId = await getUserId(request, reply)
      if (!(await sources.hurry(userId, sourceId(request.params.id)))) throw notFound()
      return reply.code(202).send()
    })
    app.delete<WithId>('/api/calendar-sources/:id', async (request, reply) => {
      const userId = await getUserId(request, reply)
      const id = sourceId(request.params.id)
      const unsent = await countUnsent(needs, userId, id)
      if (unsent > 0 && request.query.unsent !== 'discard')
        throw new Problem('conflict', {
          detail: { problem: 'calendar-source/unsent-changes', count: unsent },
        })
      if (!(await sources.remove(userId, id))) throw notFound()
      return reply.code(204).send()
    })
  }
}

async function answersFor(
  { calendars, calendarSync }: CalendarSourcesApiNeeds,
  views: readonly CalendarSourceView[],
): Promise<Coded<CalendarSourceAnswer>[]> {
  const accountIds = [...new Set(views.map(({ accountId }) => accountId))]
  const [syncedCalendars, ...lists] = await Promise.all([
    calendarSync.selectSyncedCalendars(accountIds),
    ...accountIds.map((id) => calendars.list(id)),
  ])
  const names = new Map(lists.flat().map((calendar) => [calendar.id, calendar.name]))
  return views.map((view) => {
    const own = syncedCalendars.filter(({ sourceId: of }) => of === view.id)
    return toAnswer(
      view,
      own.map((synced) => ({ ...toSourceCalendar(synced), name: names.get(synced.calendarId) ?? '' })),
    )
  })
}

const mendedBySigningIn: ReadonlySet<string> = new Set(['missing-scope', 'expired-grant', 'denied'])

function toAnswer(view: CalendarSourceView, calendars: Coded<SourceCalendar>[]): Coded<CalendarSourceAnswer> {
  const isAccount = view.kind === ProviderName.google || view.kind === ProviderName.microsoft
  return {
    id: calendarSourceWireId.encode(view.id),
    kind: view.kind,
    accountId: accountWireId.encode(view.accountId),
    name: view.name,
    host: view.host,
    address: view.address,
    username: view.username,
    condition: view.condition,
    conditionText: view.conditionText,
    needsSignIn: isAccount && mendedBySigningIn.has(view.condition),
    conditionSince: view.conditionSince.toISOString(),
    lastSyncedAt: view.lastSyncedAt?.toISOString() ?? null,
    calendars,
  }
}

function toSourceCalendar(synced: KeptCalendar): Coded<Omit<SourceCalendar, 'name'>> {
  return {
    id: calendarWireId.encode(synced.calendarId),
    lastPulledAt: synced.pulledAt?.toISOString() ?? null,
    trouble: synced.trouble === null ? null : readStoredProblem(synced.trouble),
    unsent: synced.unsent,
    unsentBecause: synced.unsentBecause === null ? null : readStoredProblem(synced.unsentBecause),
    unreadable: synced.unreadable,
    announced: synced.announced,
  }
}

async function countUnsent(
  { sources, calendarSync }: CalendarSourcesApiNeeds,
  userId: UserId,
  id: CalendarSourceId,
): Promise<number> {
  const source = (await sources.list(userId)).find((view) => view.id === id)
  if (!source) return 0
  const synced = await calendarSync.selectSyncedCalendars([source.accountId])
  return synced.reduce((sum, calendar) => (calendar.sourceId === id ? sum + calendar.unsent : sum), 0)
}

function sourceId(text: string): CalendarSourceId {
  const id = calendarSourceWireId.decode(text)
  if (id === undefined) throw notFound()
  return id
}

const notFound = () => new Problem('not-found', { detail: { problem: 'calendar-source/not-found' } })

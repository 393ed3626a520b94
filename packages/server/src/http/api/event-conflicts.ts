import {
  type AccountId,
  accountWireId,
  calendarEventWireId,
  calendarWireId,
  type EventConflictChoice,
  type EventConflictsAnswer,
  type EventConflictView,
  type ProblemDetail,
  readStoredProblem,
  type UserId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { CalendarSync, EventConflict } from '../../sync/index.ts'
import { Problem } from '../guard/index.ts'
import { checkedBody } from './checked-body.ts'

export interface EventConflictsApiNeeds {
  calendarSync: Pick<CalendarSync, 'conflicts' | 'unreadable'>
  /** Every account of a user that may have calendars. */
  listAccounts(userId: UserId): Promise<readonly AccountId[]>
  /** Throws a Problem unless a signed-in user asks, from a page of ours. */
  requireSession(request: FastifyRequest, reply: FastifyReply): Promise<{ user: { id: UserId } }>
}

type CodedConflict = Omit<EventConflictView, 'said'> & { said: ProblemDetail | null }

/** As the session answers it, before its words. */
interface CodedAnswer {
  conflicts: CodedConflict[]
  unreadable: Array<Omit<EventConflictsAnswer['unreadable'][number], 'problem'> & { problem: ProblemDetail }>
}

const choice = Type.Object({ keep: Type.Union([Type.Literal('mine'), Type.Literal('theirs')]) })

/**
 * Serves event conflicts, decisions that did not last: `/api/event-conflicts`. Other users' conflicts do not exist
 * here.
 */
export function eventConflictsApi({
  calendarSync,
  listAccounts,
  requireSession,
}: EventConflictsApiNeeds): FastifyPluginAsync {
  const { conflicts, unreadable } = calendarSync
  return async (app) => {
    app.get('/api/event-conflicts', async (request, reply) => {
      const { user } = await requireSession(request, reply)
      const answer: CodedAnswer = { conflicts: [], unreadable: [] }
      for (const id of await listAccounts(user.id)) {
        const accountId = accountWireId.encode(id)
        answer.conflicts.push(
          ...(await conflicts.list(id)).map((conflict) => ({ ...wireConflict(conflict), accountId })),
        )
        for (const { calendarId, problem, ...note } of await unreadable(id))
          answer.unreadable.push({
            ...note,
            accountId,
            calendarId: calendarWireId.encode(calendarId),
            problem: readStoredProblem(problem),
          })
      }
      answer.conflicts.sort((a, b) => b.at.localeCompare(a.at))
      return answer
    })
    app.post<{ Params: { id: string } }>('/api/event-conflicts/:id', async (request, reply) => {
      const { user } = await requireSession(request, reply)
      const { keep } = checkedBody<EventConflictChoice>(choice, request.body)
      const id = /^[1-9][0-9]{0,15}$/.test(request.params.id) ? Number(request.params.id) : undefined
      for (const account of id !== undefined && Number.isSafeInteger(id) ? await listAccounts(user.id) : []) {
        const settled = await conflicts.settle(user.id, account, id ?? 0, keep)
        if (settled === 'settled') return reply.code(204).send()
        if (settled === 'not-possible') throw new Problem('conflict', { detail: notPossible })
      }
      throw new Problem('not-found', { detail: { problem: 'calendar/conflict-settled' } })
    })
  }
}

const notPossible = { problem: 'calendar/conflict-cannot-repeat' } as const

function wireConflict({ at, calendarId, eventId, ...rest }: EventConflict): Omit<CodedConflict, 'accountId'> {
  const title = (rest.lost ?? rest.now)?.['title']
  return {
    ...rest,
    said: rest.said === null ? null : readStoredProblem(rest.said),
    calendarId: calendarWireId.encode(calendarId),
    eventId: calendarEventWireId.encode(eventId),
    title: typeof title === 'string' ? title : '',
    at: at.toISOString(),
  }
}

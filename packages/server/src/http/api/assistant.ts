import {
  type AssistantChoicesForm,
  type AssistantForm,
  assistantKinds,
  type ComposeAssistForm,
  type ComposeFrame,
  composeTasks,
  type SummaryFrame,
  threadWireId,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Assistant, AssistantUser, AssistantRefusal, ComposedText } from '../../assistant/index.ts'
import type { People } from '../../people/index.ts'
import { type Guard, Problem, spokenWith } from '../guard/index.ts'
import { assistantUserOf } from './assistant-user.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'
import { FrameWriter, type FrameWriterNeeds } from './frame-writer.ts'

export interface AssistantApiNeeds extends FrameWriterNeeds {
  assistant: Assistant
  people: Pick<People, 'audit'>
  guard: Pick<Guard, 'requireSession' | 'requireAdmin'>
}

const text = Type.Optional(Type.String({ maxLength: 2048 }))
const choice = Type.Optional(Type.Boolean())
const settingsForm = Type.Object({
  isOn: choice,
  kind: Type.Optional(Type.Union(assistantKinds.map((kind) => Type.Literal(kind)))),
  baseUrl: text,
  apiKey: text,
  model: text,
  dailyTokens: Type.Optional(Type.Integer({ minimum: 1_000, maximum: 100_000_000 })),
})
const choicesForm = Type.Object({
  isOn: choice,
  accountIds: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 500 })),
})
const summaryForm = Type.Object({ full: choice })
const composeForm = Type.Object({
  task: Type.Union(composeTasks.map((task) => Type.Literal(task))),
  draft: Type.String({ maxLength: 100_000 }),
  subject: Type.String({ maxLength: 2_000 }),
  inReplyTo: Type.Optional(Type.String({ maxLength: 32 })),
  instructions: Type.Optional(Type.String({ maxLength: 1_000 })),
})

/** The assistant for administrators, for its users, and what it writes: `/api/…/assistant`, and two streams below `/mail`. */
export function assistantApi(needs: AssistantApiNeeds): FastifyPluginAsync {
  const { assistant, guard } = needs
  const reader = async (request: FastifyRequest, reply: FastifyReply) =>
    assistantUserOf(await guard.requireSession(request, reply))
  return async (app) => {
    app.get('/api/admin/assistant', async (request, reply) => {
      await guard.requireAdmin(request, reply)
      return assistant.settings()
    })
    app.post('/api/admin/assistant', (request, reply) => saveSettings(needs, request, reply))
    app.post('/api/admin/assistant/test', async (request, reply) => {
      await guard.requireAdmin(request, reply)
      return assistant.test()
    })
    app.get('/api/assistant', async (request, reply) => assistant.choices(await reader(request, reply)))
    app.post('/api/assistant', async (request, reply) => {
      const who = await reader(request, reply)
      const errors = await assistant.choose(who, checkedBody<AssistantChoicesForm>(choicesForm, request.body))
      if (errors.length > 0) throw new Problem('invalid', { errors })
      return assistant.choices(who)
    })
    app.get<StoredRequest>('/mail/thread/:id/summary', async (request, reply) => {
      const stored = await assistant.summaries.stored(await reader(request, reply), threadIdOf(request))
      reply.header('cache-control', 'no-store')
      if (!('ok' in stored)) return stored
      // A browser notes every 404 as an error, and most conversations have no summary.
      const isExpected = stored.problem.problem === 'assistant/no-summary' && request.query.absent === '204'
      if (isExpected) return reply.code(204).send()
      throw problemOf(stored)
    })
    app.post<ThreadRequest>('/mail/thread/:id/summary', async (request, reply) =>
      streamSummary(needs, await reader(request, reply), request, reply),
    )
    app.post<ThreadRequest>('/mail/thread/:id/summary/stop', async (request, reply) => {
      const who = await reader(request, reply)
      if ((await assistant.summaries.stop(who, threadIdOf(request))) === 'no-such-thread')
        throw new Problem('not-found')
      return reply.code(204).send()
    })
    app.post('/mail/compose-assist', async (request, reply) =>
      streamText(needs, await reader(request, reply), request, reply),
    )
    app.addHook('onClose', async () => assistant.close())
  }
}

interface ThreadRequest {
  Params: { id: string }
}

interface StoredRequest extends ThreadRequest {
  Querystring: { absent?: string }
}

function threadIdOf({ params }: FastifyRequest<ThreadRequest>) {
  const id = threadWireId.decode(params.id)
  if (id === undefined) throw new Problem('not-found', { detail: { problem: 'assistant/no-summary' } })
  return id
}

const problemOf = ({ why, problem }: AssistantRefusal): Problem => new Problem(why, { detail: problem })

async function saveSettings(
  { assistant, people, guard }: AssistantApiNeeds,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const signedIn = await guard.requireAdmin(request, reply)
  const form = checkedBody<AssistantForm>(settingsForm, request.body)
  const errors = await assistant.save(form)
  if (errors.length > 0) throw new Problem('invalid', { errors })
  await people.audit.note({
    action: 'assistant-changed',
    actor: browserActor(request, signedIn),
    detail: { fields: Object.keys(form).toSorted().join(', ') },
  })
  return assistant.settings()
}

/** The reader may leave: the summary is finished and stored. */
async function streamSummary(
  needs: AssistantApiNeeds,
  who: AssistantUser,
  request: FastifyRequest<ThreadRequest>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { full = false } = checkedBody<{ full?: boolean }>(summaryForm, request.body ?? {})
  const frames = new FrameWriter<SummaryFrame>(reply, needs)
  const followed = await needs.assistant.summaries.write(who, threadIdOf(request), full, (event) =>
    frames.send(event),
  )
  if (!followed.ok) throw problemOf(followed)
  frames.open(() => followed.leave())
  const send = (end: Awaited<typeof followed.ended>) => {
    if (end.ok) frames.send({ type: 'done', ...end.summary })
    else frames.sendProblem(end.problem, spokenWith(request))
  }
  await frames.finish(followed.ended, send, request)
  return reply
}

/** The writer who leaves ends the call at the provider. */
async function streamText(
  needs: AssistantApiNeeds,
  who: AssistantUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = checkedBody<ComposeAssistForm>(composeForm, request.body)
  const leaving = new AbortController()
  const frames = new FrameWriter<ComposeFrame>(reply, needs)
  const begun = await needs.assistant.compose(who, form, (event) => frames.send(event), leaving.signal)
  if (!begun.ok) throw problemOf(begun)
  frames.open(() => leaving.abort())
  frames.send({ type: 'state', value: 'waiting' })
  const send = (end: ComposedText) => {
    if (end.ok) frames.send({ type: 'done', text: end.text })
    else frames.sendProblem(end.problem, spokenWith(request))
  }
  await frames.finish(begun.writing, send, request)
  return reply
}

import {
  type AskForm,
  type AssistantFrame,
  type DigestForm,
  digestSpans,
  type MailDigest,
  type QuestionAnswer,
  type SearchedFrame,
} from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type {
  AnswerEvent,
  AssistantRefusal,
  AssistantUser,
  BegunAnswer,
  WrittenAnswer,
} from '../../assistant/index.ts'
import { Problem, spokenWith } from '../guard/index.ts'
import { assistantUserOf } from './assistant-user.ts'
import type { AssistantApiNeeds } from './assistant.ts'
import { checkedBody } from './checked-body.ts'
import { FrameWriter } from './frame-writer.ts'

const askForm = Type.Object({
  question: Type.String({ maxLength: 500 }),
  query: Type.Optional(Type.String({ maxLength: 1_000 })),
})
const digestForm = Type.Object({
  since: Type.Optional(Type.Union(digestSpans.map((span) => Type.Literal(span)))),
})

/** Answers of the assistant about a user's mail, as streams: `POST /mail/ask` and `POST /mail/digest`. */
export function assistantAnswersApi(needs: AssistantApiNeeds): FastifyPluginAsync {
  const { assistant } = needs
  return async (app) => {
    app.post('/mail/ask', (request, reply) =>
      stream<AskForm, QuestionAnswer>(needs, { request, reply, schema: askForm, begin: assistant.ask }),
    )
    app.post('/mail/digest', (request, reply) =>
      stream<DigestForm, MailDigest>(needs, { request, reply, schema: digestForm, begin: assistant.digest }),
    )
  }
}

interface AnswerStream<Form, Answer> {
  request: FastifyRequest
  reply: FastifyReply
  schema: TSchema
  begin(
    reader: AssistantUser,
    form: Form,
    onEvent: (event: AnswerEvent) => void,
    signal: AbortSignal,
  ): Promise<BegunAnswer<Answer> | AssistantRefusal>
}

/** The reader who leaves ends the call at the provider: nobody could find the answer again. */
async function stream<Form, Answer extends object>(
  needs: AssistantApiNeeds,
  { request, reply, schema, begin }: AnswerStream<Form, Answer>,
): Promise<FastifyReply> {
  const reader = assistantUserOf(await needs.guard.requireSession(request, reply))
  const form = checkedBody<Form>(schema, request.body)
  const leaving = new AbortController()
  const frames = new FrameWriter<AssistantFrame<Answer> | SearchedFrame>(reply, needs)
  const begun = await begin(reader, form, (event) => frames.send(event), leaving.signal)
  if (!begun.ok) throw new Problem(begun.why, { detail: begun.problem })
  frames.send({ type: 'state', value: 'waiting' })
  frames.open(() => leaving.abort())
  const send = (end: WrittenAnswer<Answer>) => {
    if (end.ok) frames.send({ type: 'done', ...end.answer })
    else frames.sendProblem(end.problem, spokenWith(request))
  }
  await frames.finish(begun.writing, send, request)
  return reply
}

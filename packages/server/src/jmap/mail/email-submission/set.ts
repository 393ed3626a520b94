import {
  accountWireId,
  capability,
  emailWireId,
  type MessageId,
  type SubmissionId,
  submissionWireId,
  threadWireId,
} from '@plmail/wire'
import type { Submissions } from '../../../mail/index.ts'
import { invalid, type JsonObject, readObjects, readStrings } from '../../engine/arguments.ts'
import { type Arguments, type CallContext, type Method, MethodFailure } from '../../engine/method.ts'
import {
  invalidProperties,
  resolveCreationId,
  nothingSet,
  setAnswer,
  type SetOutcome,
  type SetRequest,
  setRequest,
} from '../../engine/set.ts'
import { readOperation } from '../../engine/operation.ts'
import { newSubmission, submissionError } from './creation.ts'
import type { SubmissionNeeds } from './get.ts'
import { utcDate } from './json.ts'

/**
 * EmailSubmission/set (RFC 8621 §7.5), followed by the Email/set that its success was to bring about. With the journal
 * extension a creation can have a name, under which it is made once.
 */
export function submissionSet({ submissions, changes }: SubmissionNeeds): Method {
  return {
    writes: true,
    run: async (args, context) => {
      const more = context.using.has(capability.journal) ? [...followUps, 'operation'] : followUps
      const request = setRequest(args, context.caller, more)
      const operation = readOperation(args)
      if (operation !== undefined && request.create.length > 1)
        throw invalid('operation', 'the name of a single creation')
      const wishes = readWishes(args)
      const oldState = await changes.state(request.account.id)
      if (request.ifInState !== undefined && request.ifInState !== oldState)
        throw new MethodFailure('stateMismatch')
      const work = new Work(submissions, request, context, operation)
      await work.run()
      const followUp = emailSetFor(wishes, work.succeeded)
      if (followUp)
        context.followWith('Email/set', { accountId: accountWireId.encode(request.account.id), ...followUp })
      return setAnswer(
        request.account,
        { oldState, newState: await changes.state(request.account.id) },
        work.outcome,
      )
    },
  }
}

const followUps = ['onSuccessUpdateEmail', 'onSuccessDestroyEmail']

/** Requested changes to the messages, by submission id or `#creationId`. */
interface Wishes {
  update: Array<[string, JsonObject]>
  destroy: string[]
}

function readWishes(args: Arguments): Wishes {
  return {
    update: readObjects(args, 'onSuccessUpdateEmail'),
    destroy: readStrings(args, 'onSuccessDestroyEmail') ?? [],
  }
}

/** Undefined when no success was to bring anything about. */
function emailSetFor(
  { update, destroy }: Wishes,
  succeeded: ReadonlyMap<string, MessageId>,
): { update?: Record<string, unknown>; destroy?: string[] } | undefined {
  const getEmail = (key: string): string[] => {
    const id = succeeded.get(key)
    return id === undefined ? [] : [emailWireId.encode(id)]
  }
  const updates = update.flatMap(([key, patch]) => getEmail(key).map((id) => [id, patch] as const))
  const destroys = [...new Set(destroy.flatMap(getEmail))]
  if (updates.length === 0 && destroys.length === 0) return undefined
  return {
    ...(updates.length === 0 ? {} : { update: Object.fromEntries(updates) }),
    ...(destroys.length === 0 ? {} : { destroy: destroys }),
  }
}

/** Creates, updates, destroys one by one: one that fails leaves the others alone. */
class Work {
  readonly outcome: SetOutcome = nothingSet()
  /** The messages behind what succeeded, by id and by `#creationId`. */
  readonly succeeded = new Map<string, MessageId>()
  readonly #submissions: Submissions
  readonly #request: SetRequest
  readonly #context: CallContext
  readonly #operation: string | undefined

  constructor(
    submissions: Submissions,
    request: SetRequest,
    context: CallContext,
    operation: string | undefined,
  ) {
    this.#submissions = submissions
    this.#request = request
    this.#context = context
    this.#operation = operation
  }

  async run(): Promise<void> {
    const { create, update, destroy } = this.#request
    for (const [name, json] of create) await this.#create(name, json)
    const destroyed = new Set(destroy.flatMap((text) => this.#known(text) ?? []))
    for (const [text, patch] of update) {
      if (destroyed.has(this.#known(text) ?? '')) this.outcome.notUpdated.set(text, { type: 'willDestroy' })
      else await this.#update(text, patch)
    }
    for (const text of destroy) await this.#destroy(text)
  }

  #known(text: string): string | undefined {
    return resolveCreationId(text, this.#context.createdIds)
  }

  async #create(name: string, json: JsonObject): Promise<void> {
    const { caller, createdIds } = this.#context
    const submission = newSubmission(json, createdIds)
    if ('type' in submission) return void this.outcome.notCreated.set(name, submission)
    const created = await this.#submissions.create(caller.userId, this.#request.account.id, {
      ...submission,
      ...(this.#operation === undefined ? {} : { operation: this.#operation }),
    })
    if (!created.ok) return void this.outcome.notCreated.set(name, submissionError(created))
    const id = submissionWireId.encode(created.id)
    createdIds.set(name, id)
    this.succeeded.set(`#${name}`, created.messageId).set(id, created.messageId)
    this.outcome.created.set(name, {
      id,
      threadId: threadWireId.encode(created.threadId),
      envelope: created.envelope,
      sendAt: utcDate(created.sendAt),
      undoStatus: created.undoStatus,
      deliveryStatus: deliveryStatus(created.envelope.rcptTo),
      dsnBlobIds: [],
      mdnBlobIds: [],
    })
  }

  async #update(text: string, patch: JsonObject): Promise<void> {
    const id = submissionWireId.decode(this.#known(text))
    const bad = Object.entries(patch).filter(([name, value]) => name !== 'undoStatus' || value !== 'canceled')
    if (id === undefined) this.outcome.notUpdated.set(text, { type: 'notFound' })
    else if (bad.length > 0) this.outcome.notUpdated.set(text, invalidProperties(bad.map(([name]) => name)))
    else if (Object.keys(patch).length > 0) await this.#cancel(text, id)
    else if (await this.#exists(id)) this.outcome.updated.set(text, null)
    else this.outcome.notUpdated.set(text, { type: 'notFound' })
  }

  async #exists(id: SubmissionId): Promise<boolean> {
    return (await this.#submissions.list(this.#request.account.id, [id])).length > 0
  }

  async #cancel(text: string, id: SubmissionId): Promise<void> {
    const done = await this.#submissions.cancel(this.#context.caller.userId, this.#request.account.id, id)
    if (!done.ok) return void this.outcome.notUpdated.set(text, refusal(done.why))
    this.#succeed(text, done.messageId)
    this.outcome.updated.set(text, null)
  }

  async #destroy(text: string): Promise<void> {
    const id = submissionWireId.decode(this.#known(text))
    if (id === undefined) return void this.outcome.notDestroyed.set(text, { type: 'notFound' })
    const done = await this.#submissions.destroy(this.#context.caller.userId, this.#request.account.id, id)
    if (!done.ok) return void this.outcome.notDestroyed.set(text, refusal(done.why))
    this.#succeed(text, done.messageId)
    this.outcome.destroyed.push(submissionWireId.encode(id))
  }

  #succeed(text: string, messageId: MessageId): void {
    this.succeeded.set(text, messageId).set(this.#known(text) ?? text, messageId)
  }
}

const refusal = (why: 'not-found' | 'cannot-unsend') =>
  why === 'not-found' ? { type: 'notFound' } : { type: 'cannotUnsend' }

const deliveryStatus = (recipients: ReadonlyArray<{ email: string }>) =>
  Object.fromEntries(
    recipients.map(({ email }) => [email, { smtpReply: '', delivered: 'queued', displayed: 'unknown' }]),
  )

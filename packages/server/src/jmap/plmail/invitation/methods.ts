import { accountWireId, emailWireId, type InvitationOutcome, type MessageId } from '@plmail/wire'
import type { InvitationDone, InvitationRefusal, Invitations } from '../../../calendar/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { readAccount, readIds, invalid, onlyKnown, optionalString } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import type { Arguments, CallContext, JmapAccount, Method } from '../../engine/method.ts'
import { invitationJson } from './json.ts'

export interface InvitationNeeds {
  invitations: Invitations
  mail: Pick<Mail, 'read'>
}

/** Invitation/get: what messages say about meetings. */
export function invitationGet({ invitations, mail }: InvitationNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids'])
      const account = readAccount(args, caller)
      const emailIds = readIds(args, 'ids', limits.maxObjectsInGet) ?? []
      const ids = emailIds.flatMap((id) => emailWireId.decode(id) ?? [])
      const list = await invitations.get(caller.userId, account.id, ids)
      const presentIds = new Set(
        (await mail.read.emails(account.id, ids, false)).map(({ id }) => emailWireId.encode(id)),
      )
      const notFound = emailIds.filter((id) => !presentIds.has(id))
      return { accountId: args['accountId'], list: list.map(invitationJson), notFound }
    },
  }
}

/** Invitation/answer: accepts, declines or leaves open. */
export function invitationAnswer(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return createMethod(needs, ['status', 'comment'], (args) => {
    const status = statuses.find((candidate) => candidate === args['status'])
    if (!status) throw invalid('status', `one of ${statuses.join(', ')}`)
    const comment = readComment(args)
    return ({ caller }, account, id) => invitations.answer(caller.userId, account.id, id, { status, comment })
  })
}

const statuses = ['accepted', 'tentative', 'declined', 'needs-action'] as const

/** Invitation/propose: asks the organiser for another time. */
export function invitationPropose(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return createMethod(needs, ['start', 'duration', 'comment'], (args) => {
    const { start, duration } = args
    if (typeof start !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(start))
      throw invalid('start', 'a local date and time, like 2026-11-21T09:30:00')
    if (typeof duration !== 'string' || !/^P[0-9DTHMSW]{2,30}$/.test(duration))
      throw invalid('duration', 'a duration, like PT1H')
    const proposal = { start, duration, comment: readComment(args) }
    return ({ caller }, account, id) => invitations.propose(caller.userId, account.id, id, proposal)
  })
}

/** Invitation/apply: carries out what a message says of a meeting. */
export function invitationApply(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return createMethod(
    needs,
    [],
    () =>
      ({ caller }, account, id) =>
        invitations.apply(caller.userId, account.id, id),
  )
}

type Deed = (context: CallContext, account: JmapAccount, id: MessageId) => Promise<InvitationDone>

function createMethod(
  { mail }: InvitationNeeds,
  names: readonly string[],
  readAction: (args: Arguments) => Deed,
): Method {
  return {
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'id', ...names])
      const account = readAccount(args, context.caller)
      const run = readAction(args)
      const id = emailWireId.decode(args['id'])
      const done = id === undefined ? undefined : await run(context, account, id)
      const isMissing = done && !done.ok && done.why === 'not-found'
      const [row] = isMissing && id !== undefined ? await mail.read.emails(account.id, [id], false) : []
      if (id === undefined || !done || (isMissing && !row)) throw invalid('id', 'the id of an email')
      const outcome: InvitationOutcome = done.ok ? 'done' : outcomes[done.why]
      return {
        accountId: accountWireId.encode(account.id),
        id: emailWireId.encode(id),
        outcome,
        invitation: done.ok ? invitationJson(done.invitation) : null,
      }
    },
  }
}

const outcomes: Readonly<Record<InvitationRefusal, InvitationOutcome>> = {
  'not-found': 'noMeeting',
  'not-invited': 'notInvited',
  'not-now': 'notNow',
  'not-there-yet': 'notThereYet',
  refused: 'refused',
}

const maxCommentLength = 2_000

function readComment(args: Arguments): string {
  const comment = optionalString(args, 'comment') ?? ''
  if (comment.length > maxCommentLength)
    throw invalid('comment', `text of up to ${maxCommentLength} characters`)
  return comment
}

import { accountWireId, capability, emailWireId, type InvitationOutcome, type MessageId } from '@plmail/wire'
import type { InvitationDone, InvitationRefusal, Invitations } from '../../../calendar/index.ts'
import type { Mail } from '../../../mail/index.ts'
import { accountOf, idsOf, invalid, onlyKnown, optionalString } from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import type { Arguments, CallContext, JmapAccount, Method } from '../../engine/method.ts'
import { invitationJson } from './json.ts'

export interface InvitationNeeds {
  invitations: Invitations
  mail: Pick<Mail, 'read'>
}

/** Messages about meetings (invitations extension; docs/jmap.md). */
export function invitationMethods(needs: InvitationNeeds): Array<[string, Method]> {
  return [
    ['Invitation/get', get(needs)],
    ['Invitation/answer', answer(needs)],
    ['Invitation/propose', propose(needs)],
    ['Invitation/apply', apply(needs)],
  ]
}

function get({ invitations, mail }: InvitationNeeds): Method {
  return {
    capability: capability.invitations,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids'])
      const account = accountOf(args, caller)
      const emailIds = idsOf(args, 'ids', limits.maxObjectsInGet) ?? []
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

function answer(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return deed(needs, ['status', 'comment'], (args) => {
    const status = statuses.find((candidate) => candidate === args['status'])
    if (!status) throw invalid('status', `one of ${statuses.join(', ')}`)
    const comment = commentOf(args)
    return ({ caller }, account, id) => invitations.answer(caller.userId, account.id, id, { status, comment })
  })
}

const statuses = ['accepted', 'tentative', 'declined', 'needs-action'] as const

function propose(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return deed(needs, ['start', 'duration', 'comment'], (args) => {
    const { start, duration } = args
    if (typeof start !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(start))
      throw invalid('start', 'a local date and time, like 2026-11-21T09:30:00')
    if (typeof duration !== 'string' || !/^P[0-9DTHMSW]{2,30}$/.test(duration))
      throw invalid('duration', 'a duration, like PT1H')
    const proposal = { start, duration, comment: commentOf(args) }
    return ({ caller }, account, id) => invitations.propose(caller.userId, account.id, id, proposal)
  })
}

function apply(needs: InvitationNeeds): Method {
  const { invitations } = needs
  return deed(
    needs,
    [],
    () =>
      ({ caller }, account, id) =>
        invitations.apply(caller.userId, account.id, id),
  )
}

type Deed = (context: CallContext, account: JmapAccount, id: MessageId) => Promise<InvitationDone>

function deed(
  { mail }: InvitationNeeds,
  names: readonly string[],
  actionOf: (args: Arguments) => Deed,
): Method {
  return {
    capability: capability.invitations,
    writes: true,
    run: async (args, context) => {
      onlyKnown(args, ['accountId', 'id', ...names])
      const account = accountOf(args, context.caller)
      const run = actionOf(args)
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

const longestComment = 2_000

function commentOf(args: Arguments): string {
  const comment = optionalString(args, 'comment') ?? ''
  if (comment.length > longestComment) throw invalid('comment', `text of up to ${longestComment} characters`)
  return comment
}

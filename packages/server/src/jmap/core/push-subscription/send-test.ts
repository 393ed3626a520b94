import { type PushOutcome, pushSubscriptionWireId } from '@plmail/wire'
import type { Push, PushTried } from '../../../people/index.ts'
import { invalid, onlyKnown } from '../../engine/arguments.ts'
import { type Method, MethodFailure } from '../../engine/method.ts'

/**
 * PushSubscription/test (push extension; docs/jmap.md): one message to one subscription of these credentials, and what the
 * push service said to it.
 */
export function pushSubscriptionTest({ push }: { push: Pick<Push, 'tryOut'> }): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['id'])
      const { id: text } = args
      if (typeof text !== 'string') throw invalid('id', 'the id of a push subscription')
      const id = pushSubscriptionWireId.decode(text)
      const outcome: PushTried = id === undefined ? 'not-found' : await push.tryOut(caller, id)
      if (outcome === 'not-found') throw new MethodFailure('invalidArguments', `There is no ${text}`)
      return { id: text, outcome: wireOutcomes[outcome] }
    },
  }
}

const wireOutcomes: Record<Exclude<PushTried, 'not-found'>, PushOutcome> = {
  sent: 'sent',
  unconfirmed: 'unconfirmed',
  gone: 'gone',
  refused: 'refused',
  failed: 'failed',
  'switched-off': 'switchedOff',
  'too-often': 'tooOften',
}

import { capability } from '@plmail/wire'
import type { Push } from '../../../people/index.ts'
import { pushSubscriptionTest } from '../../core/push-subscription/send-test.ts'
import type { Capability } from '../../engine/capability.ts'

/** Trying a push subscription out, and what the push service said. */
export function createPushCapability({ push }: { push: Pick<Push, 'tryOut'> }): Capability {
  return {
    uri: capability.push,
    methods: { 'PushSubscription/test': pushSubscriptionTest({ push }) },
  }
}

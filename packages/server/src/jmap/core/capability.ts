import { capability } from '@plmail/wire'
import type { Clock } from '../../kit/clock.ts'
import type { Mail } from '../../mail/index.ts'
import type { Push } from '../../people/index.ts'
import type { Capability } from '../engine/capability.ts'
import { limits } from '../engine/limits.ts'
import { collationAlgorithms } from '../engine/query.ts'
import { blobCopy } from './blob/copy.ts'
import { echo } from './echo.ts'
import { pushSubscriptionGet } from './push-subscription/get.ts'
import { pushSubscriptionSet } from './push-subscription/set.ts'

/** RFC 8620: what every client may count on. */
export function createCoreCapability({
  mail,
  push,
  clock,
}: {
  mail: Mail
  push: Push
  clock: Clock
}): Capability {
  const { maxChanges, maxQuery, ...announced } = limits
  return {
    uri: capability.core,
    ofServer: () => ({ ...announced, collationAlgorithms }),
    limits: { maxChanges, maxQuery },
    methods: {
      'Core/echo': echo,
      'Blob/copy': blobCopy({ mail }),
      'PushSubscription/get': pushSubscriptionGet({ push }),
      'PushSubscription/set': pushSubscriptionSet({ push, clock }),
    },
  }
}

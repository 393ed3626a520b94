import { capability } from '@plmail/wire'
import type { Push } from '../../../people/index.ts'
import type { Capability } from '../../engine/capability.ts'

/** RFC 9749: the key with which push messages are signed. */
export function createWebPushCapability({ push }: { push: Pick<Push, 'applicationServerKey'> }): Capability {
  return {
    uri: capability.webPush,
    ofServer: () => ({ applicationServerKey: push.applicationServerKey }),
  }
}

import { ProviderError, type PushRegistration } from '../contract/index.ts'
import { readNumber, readObject } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'

/**
 * Gmail publishes to a topic of the administrator's (users.watch, at most seven days; asking again renews). All labels:
 * with some only, reading and moving elsewhere would not be announced.
 */
export function createPush(gmail: Gmail): PushRegistration {
  return {
    register: async ({ address }) => {
      const answer = readObject(
        await gmail.send('POST', 'watch', { topicName: address }, 100, 'switching instant delivery on'),
      )
      const expiresAt = readNumber(answer['expiration'])
      if (expiresAt === undefined) throw new ProviderError('malformed', 'Google named no end of the watch')
      return { id: address, expiresAt: new Date(expiresAt) }
    },
    unregister: async () => {
      await gmail.send('POST', 'stop', undefined, 50, 'switching instant delivery off')
    },
  }
}

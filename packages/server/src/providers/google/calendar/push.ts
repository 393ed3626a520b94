import { type CalendarPush, ProviderError } from '../../contract/index.ts'
import { readNumber, readString } from '../../contract/read-json.ts'
import { type CalendarApi, eventsPath } from './calendar-api.ts'
import { CalendarError } from './classify.ts'

/** The longest that Google grants, in seconds (events.watch). */
const ttl = '604800'

/**
 * Channels (events.watch): they cannot be made to last longer, so that a new one is opened under a new id while the old
 * one goes on; for a while both announce the same.
 */
export function createPush(api: CalendarApi): CalendarPush {
  return {
    watch: async (calendar, { address, secret, id }) => {
      const body = { id, type: 'web_hook', address, token: secret, params: { ttl } }
      try {
        const channel = await api.send(
          'POST',
          eventsPath(calendar, 'watch'),
          {},
          { body },
          'asking to be told of changes',
        )
        const expiresAt = readNumber(channel['expiration'])
        const resourceId = readString(channel['resourceId'])
        // Without its resource a channel could not be closed again.
        if (expiresAt === undefined || resourceId === '')
          throw new ProviderError('malformed', 'Google named no end or no resource of the channel')
        return { id, resourceId, expiresAt: new Date(expiresAt) }
      } catch (error) {
        if (error instanceof CalendarError && error.reason === 'pushNotSupportedForRequestedResource')
          return 'unsupported'
        throw findRefusal(error)
      }
    },
    unwatch: async ({ id, resourceId }) => {
      try {
        const body = { id, resourceId: resourceId ?? '' }
        await api.send('POST', 'channels/stop', {}, { body }, 'asking not to be told of changes any more')
      } catch (error) {
        if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
      }
    },
  }
}

/** A web hook that Google does not want is refused with 400, 401 or 403. */
function findRefusal(error: unknown): unknown {
  if (!(error instanceof CalendarError) || error.status >= 500) return error
  if (error.kind !== 'denied' && error.kind !== 'refused') return error
  return new ProviderError(
    'refused',
    error.message,
    error.detail === undefined ? {} : { detail: error.detail },
  )
}

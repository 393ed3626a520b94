import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../guard/index.ts'
import { emptyAnswer, type WebhookNeeds, type WebhookRoute } from './webhook-needs.ts'

const endpoint = '/webhook/provA/calendar'

/** Takes in what a channel of Google Calendar announces: a calendar has changed. Everything is said in headers. */
export function googleCalendarChannel(
  app: FastifyInstance,
  { calendars }: WebhookNeeds,
  { refuse }: WebhookRoute,
): void {
  app.post(endpoint, async (request, reply) => {
    const [id, token, state] = ['id', 'token', 'state'].map((name) => channelHeader(request, name))
    if (id === undefined || id === '') {
      refuse(endpoint, request, { reason: 'no-channel' })
      throw new Problem('bad-request', { detail: { problem: 'webhook/no-channel' } })
    }
    const reception = await calendars.ofChannel({ id, token: token ?? '', state: state ?? '' })
    if (reception !== 'heard') refuse(endpoint, request, { reason: reception })
    if (reception === 'unknown-channel')
      throw new Problem('not-found', { detail: { problem: 'webhook/unknown-channel' } })
    if (reception === 'wrong-token')
      throw new Problem('not-allowed', { detail: { problem: 'webhook/wrong-token' } })
    return emptyAnswer(reply, 204)
  })
}

const channelHeaders: Readonly<Record<string, string>> = {
  id: 'channel-id',
  token: 'channel-token',
  state: 'resource-state',
}
const maxHeaderLength = 512

/** A header of a channel, under our own name or Google's. */
function channelHeader({ headers: received }: FastifyRequest, name: string): string | undefined {
  const rest = channelHeaders[name] ?? ''
  const value = received[`x-prova-${rest}`] ?? received[`x-goog-${rest}`]
  return typeof value === 'string' && value.length <= maxHeaderLength ? value : undefined
}

import type { MailboxId, MessageId } from '@plmail/wire'
import { type Location, locationsOf } from '../mail/locations.ts'
import { providerId } from '../mail/remote-ids.ts'
import type { Sending } from './sending.ts'

/** Where the messages of a set live, by message. Missing places are left out: nothing can be sent there. */
export async function placesOf(
  { deps, accountId }: Sending,
  messageIds: readonly MessageId[],
): Promise<Map<MessageId, Location[]>> {
  const places = new Map<MessageId, Location[]>()
  for (const place of await locationsOf(deps.database, accountId, messageIds)) {
    if (!place.isMissing) places.set(place.messageId, [...(places.get(place.messageId) ?? []), place])
  }
  return places
}

/** Our mailboxes' paths at the provider; a folder not created there yet has none. */
export async function pathsAtProvider({ deps, accountId }: Sending): Promise<Map<MailboxId, string>> {
  const mailboxes = await deps.mail.mailboxes.list(accountId)
  return new Map(mailboxes.flatMap((m) => (m.remoteId === null ? [] : [[m.id, m.remoteId] as const])))
}

/** Provider ids by mailbox, for one command per folder. */
export function byMailbox(places: Iterable<Location>): Map<MailboxId, Location[]> {
  const groups = new Map<MailboxId, Location[]>()
  for (const place of places) groups.set(place.mailboxId, [...(groups.get(place.mailboxId) ?? []), place])
  return groups
}

export const idsOf = (places: readonly Location[]): string[] =>
  places.map((place) => providerId(place.remoteId))

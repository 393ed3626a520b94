import { type Item, type ItemPage, type ItemState, type Position, ProviderError } from '../contract/index.ts'
import { readNumber, readObject, readObjects, readString } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'
import { changesSince } from './history.ts'
import { fetchStates } from './messages.ts'
import { markingLabels, getState, systemMailboxes } from './places.ts'

const pageSize = 500
/** Ranks of a listing count down from here, those of later news up. */
const listingRank = 2 ** 40
const statedAtOnce = 1000

/**
 * Lists the changes in the mailbox since a historyId, or all of it. A position too old to be answered (404: usually
 * after a week) leads to a read from the start.
 */
export async function* pull(
  gmail: Gmail,
  position: Position | undefined,
  isKnown: boolean,
): AsyncGenerator<ItemPage> {
  const since = position?.['historyId']
  if (since === undefined) return yield* whole(gmail, isKnown, false)
  try {
    yield* changesSince(gmail, since)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'gone') throw error
    yield* whole(gmail, true, true)
  }
}

/** The position is taken before the listing: what changes meanwhile is told by the next pull. */
async function* whole(gmail: Gmail, isKnown: boolean, reset: boolean): AsyncGenerator<ItemPage> {
  const profile = readObject(await gmail.get('profile', {}, 1, 'reading the profile'))
  const position = { historyId: readString(profile['historyId']) }
  const labels = isKnown ? await labelsByMessage(gmail) : undefined
  let index = 0
  let isFirst = true
  for await (const ids of list(gmail, {})) {
    const items = ids.map((id): Item => {
      const state = labels && getState(labels.get(id) ?? [])
      return { id, rank: listingRank - index++, state }
    })
    for (let from = 0; from < items.length; from += statedAtOnce) {
      yield page(items.slice(from, from + statedAtOnce), reset && isFirst, undefined)
      isFirst = false
    }
  }
  yield page([], reset && isFirst, position)
}

const page = (items: Item[], reset: boolean, position: Position | undefined): ItemPage => ({
  items,
  reset,
  position,
  deleted: [],
  left: [],
})

/** With more labels than this, asking for the labels of some messages is cheaper than asking for messages by label. */
const maxLabelsListed = 200
const newestAsked = 50

/**
 * The newest messages as they are: one page of everything and one of each label. A message among the newest of all is
 * among the newest of each label that it carries. Fewer of them where there are very many labels, which Gmail allows up
 * to 10,000 of: a page of each would cost most of a minute's quota and more.
 */
export async function newest(gmail: Gmail, now: () => Date): Promise<Map<string, ItemState | undefined>> {
  const labels = await labelIds(gmail)
  if (labels.length > maxLabelsListed) {
    const ids = await newestIds(gmail, {})
    return fetchStates(gmail, ids.slice(0, newestAsked), now)
  }
  const byMessage = new Map<string, string[]>()
  for (const label of labels)
    for (const id of await newestIds(gmail, { labelIds: label }))
      byMessage.set(id, [...(byMessage.get(id) ?? []), label])
  const ids = await newestIds(gmail, {})
  return new Map(ids.map((id) => [id, getState(byMessage.get(id) ?? [])]))
}

async function newestIds(gmail: Gmail, query: Record<string, string>): Promise<string[]> {
  for await (const ids of list(gmail, query)) return ids
  return []
}

async function labelIds(gmail: Gmail): Promise<string[]> {
  const listed = readObject(await gmail.get('labels', {}, 1, 'listing the labels'))
  const users = readObjects(listed['labels']).flatMap((label) =>
    label['type'] === 'user' ? [readString(label['id'])] : [],
  )
  return [...Object.keys(systemMailboxes), ...markingLabels, ...users]
}

/** A listing by label costs 5 units for 500 messages; asking each message for its labels would cost 20 for one. */
async function labelsByMessage(gmail: Gmail): Promise<Map<string, string[]>> {
  const byMessage = new Map<string, string[]>()
  for (const label of await labelIds(gmail)) {
    for await (const ids of list(gmail, { labelIds: label })) {
      for (const id of ids) {
        const labels = byMessage.get(id)
        if (labels) labels.push(label)
        else byMessage.set(id, [label])
      }
    }
  }
  return byMessage
}

/** Ids, newest first, a page at a time. */
async function* list(gmail: Gmail, query: Record<string, string>): AsyncGenerator<string[]> {
  let pageToken = ''
  do {
    const answer = readObject(
      await gmail.get(
        'messages',
        {
          ...query,
          maxResults: String(pageSize),
          includeSpamTrash: 'true',
          ...(pageToken === '' ? {} : { pageToken }),
        },
        5,
        'listing messages',
      ),
    )
    yield readObjects(answer['messages']).map((message) => readString(message['id'])) // no key: no messages
    pageToken = readString(answer['nextPageToken'])
  } while (pageToken !== '')
}

export async function total(gmail: Gmail): Promise<number> {
  const profile = readObject(await gmail.get('profile', {}, 1, 'counting messages'))
  const count = readNumber(profile['messagesTotal'])
  if (count === undefined) throw new ProviderError('malformed', 'Google named no number of messages')
  return count
}

/** Ids of messages with this Message-ID, wherever they are. */
export async function findByMessageId(gmail: Gmail, messageId: string): Promise<string[]> {
  const messageIds: string[] = []
  for await (const ids of list(gmail, { q: `rfc822msgid:${messageId}` })) messageIds.push(...ids)
  return messageIds
}

import type { Item, ItemPage, ItemState } from '../contract/index.ts'
import { type ReadonlyJson, objectOf, objectsOf, stringOf, stringsOf } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'
import { stateOf } from './places.ts'

const pageSize = 500
/** News is fetched before anything an earlier listing left. */
const newsRank = 2 ** 41

/**
 * The history since an id, a page at a time. The cursor is the answer's own `historyId`, never one that a notification
 * named. Throws `gone` when the history does not reach back so far.
 */
export async function* changesSince(gmail: Gmail, since: string): AsyncGenerator<ItemPage> {
  let pageToken = ''
  let index = 0
  do {
    const query = {
      startHistoryId: since,
      maxResults: String(pageSize),
      ...(pageToken === '' ? {} : { pageToken }),
    }
    const answer = objectOf(await gmail.get('history', query, 2, 'reading what changed'))
    pageToken = stringOf(answer['nextPageToken'])
    const { states, deleted } = fold(objectsOf(answer['history'])) // no key: nothing changed
    const items = [...states].map(([id, state]): Item => ({ id, rank: newsRank + index++, state }))
    const position = pageToken === '' ? { historyId: stringOf(answer['historyId']) || since } : undefined
    yield { items, deleted: [...deleted], left: [], reset: false, position }
  } while (pageToken !== '')
}

/** Folds a run of records: the last state of each message counts. */
function fold(records: readonly ReadonlyJson[]): {
  states: Map<string, ItemState | undefined>
  deleted: Set<string>
} {
  const states = new Map<string, ItemState | undefined>()
  const deleted = new Set<string>()
  for (const record of records) {
    for (const kind of ['messagesAdded', 'labelsAdded', 'labelsRemoved']) {
      for (const change of objectsOf(record[kind])) {
        const message = objectOf(change['message'])
        const id = stringOf(message['id'])
        // A record without labels says that something changed and not what: that is asked.
        const labels = Array.isArray(message['labelIds']) ? stringsOf(message['labelIds']) : undefined
        if (id !== '') states.set(id, labels && stateOf(labels))
      }
    }
    for (const change of objectsOf(record['messagesDeleted'])) {
      const id = stringOf(objectOf(change['message'])['id'])
      states.delete(id)
      if (id !== '') deleted.add(id)
    }
  }
  return { states, deleted }
}

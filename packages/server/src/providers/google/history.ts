import type { Item, ItemPage, ItemState } from '../contract/index.ts'
import { type ReadonlyJson, readObject, readObjects, readString, readStrings } from '../contract/read-json.ts'
import type { Gmail } from './gmail.ts'
import { getState } from './places.ts'

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
    const answer = readObject(await gmail.get('history', query, 2, 'reading what changed'))
    pageToken = readString(answer['nextPageToken'])
    const { states, deleted } = fold(readObjects(answer['history'])) // no key: nothing changed
    const items = [...states].map(([id, state]): Item => ({ id, rank: newsRank + index++, state }))
    const position = pageToken === '' ? { historyId: readString(answer['historyId']) || since } : undefined
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
      for (const change of readObjects(record[kind])) {
        const message = readObject(change['message'])
        const id = readString(message['id'])
        // A record without labels says that something changed and not what: that is asked.
        const labels = Array.isArray(message['labelIds']) ? readStrings(message['labelIds']) : undefined
        if (id !== '') states.set(id, labels && getState(labels))
      }
    }
    for (const change of readObjects(record['messagesDeleted'])) {
      const id = readString(readObject(change['message'])['id'])
      states.delete(id)
      if (id !== '') deleted.add(id)
    }
  }
  return { states, deleted }
}

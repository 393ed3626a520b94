import type { Ask, GmailHandler } from '../ask.ts'
import { messageIn, param } from '../ask.ts'
import { objectIn, textIn } from '../fields.ts'
import { page } from '../paging.ts'
import { invalidArgument } from '../refusal.ts'
import { labelledReference, messageReference, messageResource } from '../resource.ts'
import type { Stored } from '../stored.ts'
import { estimate, filtered, getFilter, placeIn, getPlace, threadIn, requestedFormat } from './messages.ts'

interface Draft {
  id: string
  message: Stored
}

export const drafts: Record<string, GmailHandler> = {
  'drafts.list': (ask) => {
    const { store } = ask.mailbox
    const draftIds = new Map([...store.drafts].map(([id, message]) => [message, id]))
    const matches = getFilter(ask)
    const { items, nextPageToken } = page(
      ask,
      (after) =>
        filtered(
          store.newestFirst(placeIn(after)),
          (message) => draftIds.has(message.id) && matches(message),
        ),
      getPlace,
    )
    const entry = (message: Stored): unknown => ({
      id: draftIds.get(message.id),
      message: messageReference(message),
    })
    return {
      ...(items.length > 0 && { drafts: items.map(entry) }),
      ...(nextPageToken !== undefined && { nextPageToken }),
      resultSizeEstimate: estimate(ask, items.length, nextPageToken),
    }
  },
  'drafts.get': (ask) => {
    const draft = ask.mailbox.draft(param(ask, 'id'))
    return {
      id: draft.id,
      message: messageResource(draft.message, ask.mailbox.store.ids, requestedFormat(ask)),
    }
  },
  'drafts.create': (ask) => {
    const message = objectIn(ask.body, 'message')
    return shown(ask.mailbox.createDraft(messageIn(ask, message), threadIn(ask, message)))
  },
  'drafts.update': (ask) => {
    // A draft that is not there is told before what is wrong with the new text [K].
    const { id } = ask.mailbox.draft(param(ask, 'id'))
    return shown(ask.mailbox.updateDraft(id, messageIn(ask, objectIn(ask.body, 'message'))))
  },
  'drafts.delete': (ask) => ask.mailbox.store.remove(ask.mailbox.draft(param(ask, 'id')).message),
  'drafts.send': (ask) => {
    const id = textIn(ask.body, 'id')
    const message = objectIn(ask.body, 'message')
    if (id === undefined) return sendNew(ask, message)
    ask.mailbox.draft(id)
    // A message sent along replaces the text first [D].
    if (ask.media || textIn(message, 'raw') !== undefined)
      ask.mailbox.updateDraft(id, messageIn(ask, message))
    return labelledReference(ask.mailbox.sendDraft(id))
  },
}

/** Without an id only an upload makes sense: it is sent as it is [K]. */
function sendNew(ask: Ask, message: unknown): unknown {
  if (!ask.media) throw invalidArgument('Missing draft id')
  return labelledReference(ask.mailbox.send(messageIn(ask, message), { threadId: threadIn(ask, message) }))
}

function shown({ id, message }: Draft): unknown {
  return { id, message: labelledReference(message) }
}

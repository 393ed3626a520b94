import {
  bodyObject,
  created,
  noContent,
  ok,
  parameter,
  readMail,
  toView,
  writeMail,
  type GraphCall,
  type Route,
} from '../graph/call.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import { getContext } from '../graph/paging.ts'
import { Refused } from '../refused.ts'
import { readSelection } from '../graph/selection.ts'
import { exchangeMime } from '../mailbox/content.ts'
import { composed, droppedSilently, mimeBody, placed, rewritten } from './draft-writing.ts'
import { countMessages, listMessages } from './list.ts'
import { getFolder, getMessage, refuseStale } from './lookup.ts'
import { messageDelta } from './message-delta.ts'
import { readMessage, type MessageInput } from './message-input.ts'
import { messageJson } from './message-json.ts'
import { refuseUnreadable } from './odd.ts'
import type { GraphMailChange, Folder, MailItem } from '../mailbox/mail-store.ts'

const read = { scopes: readMail }
const write = { scopes: writeMail }

/** Messages, one by one and in lists. */
export const messageRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: 'messages',
    operation: 'graph.messages.list',
    ...read,
    run: (call) => listMessages(call, undefined),
  },
  {
    method: 'GET',
    path: 'messages/$count',
    operation: 'graph.messages.count',
    ...read,
    run: (call) => count(call, undefined),
  },
  {
    method: 'POST',
    path: 'messages',
    operation: 'graph.messages.create',
    ...write,
    run: (call) => create(call, getDrafts(call)),
  },
  {
    method: 'GET',
    path: 'mailFolders/:folder/messages',
    operation: 'graph.messages.list',
    ...read,
    run: (call) => listMessages(call, getFolder(call)),
  },
  {
    method: 'GET',
    path: 'mailFolders/:folder/messages/$count',
    operation: 'graph.messages.count',
    ...read,
    run: (call) => count(call, getFolder(call)),
  },
  {
    method: 'POST',
    path: 'mailFolders/:folder/messages',
    operation: 'graph.messages.create',
    ...write,
    run: (call) => create(call, getFolder(call)),
  },
  {
    method: 'GET',
    path: 'mailFolders/:folder/messages/delta',
    operation: 'graph.messages.delta',
    ...read,
    run: (call) => messageDelta(call, getFolder(call)),
  },
  {
    method: 'GET',
    path: 'messages/:message',
    operation: 'graph.messages.get',
    ...read,
    run: (call) => {
      const item = getMessage(call)
      refuseUnreadable(item, 'everything')
      return ok(shown(call, item))
    },
  },
  { method: 'GET', path: 'messages/:message/$value', operation: 'graph.messages.value', ...read, run: mime },
  { method: 'PATCH', path: 'messages/:message', operation: 'graph.messages.update', ...write, run: update },
  { method: 'DELETE', path: 'messages/:message', operation: 'graph.messages.delete', ...write, run: remove },
  {
    method: 'POST',
    path: 'messages/:message/permanentDelete',
    operation: 'graph.messages.permanentDelete',
    ...write,
    run: remove,
  },
  { method: 'POST', path: 'messages/:message/move', operation: 'graph.messages.move', ...write, run: move },
  { method: 'POST', path: 'messages/:message/copy', operation: 'graph.messages.copy', ...write, run: copy },
]

export function shown(call: GraphCall, item: MailItem): object {
  const selection = readSelection('message', call.method === 'GET' ? call.query : new URLSearchParams())
  return { '@odata.context': getContext(call), ...messageJson(item, toView(call), selection) }
}

async function count(call: GraphCall, folder: Folder | undefined): Promise<EmulatedAnswer> {
  const total = await countMessages(call, folder)
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: String(total) }
}

function mime(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  refuseUnreadable(item, 'content')
  return {
    status: 200,
    headers: { 'content-type': 'text/plain' },
    body: exchangeMime(item.raw, item.serial),
  }
}

export function getDrafts(call: GraphCall): Folder {
  return getFolder(call, 'drafts')
}

/** By JSON or by MIME; a MIME message is a draft wherever it is put [D]. */
function create(call: GraphCall, folder: Folder): EmulatedAnswer {
  const raw = mimeBody(call)
  if (raw) return droppedSilently(call) ?? created(shown(call, placed(call.mailbox, raw, folder)))
  const input = readMessage(bodyObject(call), call.world.clock.now())
  return created(shown(call, placed(call.mailbox, composed(call.mailbox, input), folder, input)))
}

function update(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  refuseStale(call, item)
  const input = readMessage(bodyObject(call), call.world.clock.now())
  const isText = Object.keys(input.text).some((name) => name !== 'importance')
  if (!item.isDraft && isText)
    throw new Refused(
      400,
      'ErrorInvalidPropertyUpdateSentMessage',
      'Update operation is invalid for property of a sent message.',
    )
  call.mailbox.store.change(item, changeFrom(item, input))
  return ok(shown(call, item))
}

function changeFrom(item: MailItem, input: MessageInput): GraphMailChange {
  const isText = item.isDraft && Object.keys(input.text).length > 0
  const properties = new Map([...item.extended, ...input.properties])
  return {
    ...input.marks,
    ...(isText && { raw: rewritten(item, input) }),
    ...(input.properties.size > 0 && { extended: properties }),
  }
}

function remove(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  refuseStale(call, item)
  call.mailbox.store.remove(item)
  return noContent
}

function move(call: GraphCall): EmulatedAnswer {
  const item = getMessage(call)
  call.mailbox.store.move(item, getDestination(call))
  return created(shown(call, item))
}

function copy(call: GraphCall): EmulatedAnswer {
  return created(shown(call, call.mailbox.store.copy(getMessage(call), getDestination(call))))
}

export function getDestination(call: GraphCall): Folder {
  const id = parameter(call, 'destinationId')
  if (typeof id !== 'string')
    throw new Refused(400, 'ErrorInvalidRequest', 'The parameter DestinationId is missing.')
  return getFolder(call, id)
}

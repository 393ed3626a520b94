import type { Ask, GmailHandler } from '../ask.ts'
import { param } from '../ask.ts'
import { objectIn, oneOf, textIn } from '../fields.ts'
import type { Label, LabelWish } from '../labels.ts'

export const labels: Record<string, GmailHandler> = {
  // Counts come with `get` only [S].
  'labels.list': (ask) => ({ labels: ask.mailbox.store.labels.all() }),
  'labels.get': (ask) => counted(ask, ask.mailbox.store.labels.get(param(ask, 'id'))),
  'labels.create': (ask) => {
    const label = ask.mailbox.store.labels.create(wishIn(ask.body))
    ask.mailbox.store.history.pass()
    return label
  },
  'labels.patch': change,
  'labels.update': change,
  'labels.delete': (ask) => {
    ask.mailbox.store.labels.get(param(ask, 'id'))
    ask.mailbox.store.deleteLabel(param(ask, 'id'))
  },
}

function change(ask: Ask): unknown {
  ask.mailbox.store.labels.get(param(ask, 'id'))
  const label = ask.mailbox.store.labels.change(param(ask, 'id'), wishIn(ask.body))
  ask.mailbox.store.history.pass()
  return label
}

function wishIn(body: unknown): LabelWish {
  const name = textIn(body, 'name')
  const messageListVisibility = oneOf(body, 'messageListVisibility', ['show', 'hide'])
  const labelListVisibility = oneOf(body, 'labelListVisibility', [
    'labelShow',
    'labelShowIfUnread',
    'labelHide',
  ])
  const color = objectIn(body, 'color')
  return {
    ...(name !== undefined && { name }),
    ...(messageListVisibility && { messageListVisibility }),
    ...(labelListVisibility && { labelListVisibility }),
    ...(color !== undefined && {
      color: {
        backgroundColor: textIn(color, 'backgroundColor') ?? '',
        textColor: textIn(color, 'textColor') ?? '',
      },
    }),
  }
}

function counted(ask: Ask, label: Label): unknown {
  const threads = new Set<string>()
  const unreadThreads = new Set<string>()
  let messagesTotal = 0
  let messagesUnread = 0
  for (const message of ask.mailbox.store.newestFirst()) {
    if (!message.labels.has(label.id)) continue
    messagesTotal++
    threads.add(message.threadId)
    if (!message.labels.has('UNREAD')) continue
    messagesUnread++
    unreadThreads.add(message.threadId)
  }
  return {
    ...label,
    messagesTotal,
    messagesUnread,
    threadsTotal: threads.size,
    threadsUnread: unreadThreads.size,
  }
}

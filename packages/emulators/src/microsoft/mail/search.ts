import { badRequest } from '../refused.ts'
import { textFromHtml } from '../mailbox/content.ts'
import type { MailItem } from '../mailbox/mail-store.ts'
import type { View } from '../mailbox/view.ts'

/** Parses a `$search` into a filter: all words must match, each anywhere or in the field it names [D]. */
export function parseSearch(text: string): (item: MailItem, view: View) => boolean {
  const whole = /^\s*"(.*)"\s*$/s.exec(text)?.[1]
  if (whole === undefined) throw badRequest('Syntax error: the search clause must stand in double quotes.')
  const terms = [...whole.replaceAll('\\"', '"').matchAll(/(?:(\w+):)?(?:"([^"]*)"|([^\s"]+))/g)]
    .map(([, field, quoted, word]) => ({
      field: field?.toLowerCase(),
      text: (quoted ?? word ?? '').toLowerCase(),
    }))
    .filter((term) => term.text !== '' && !(term.field === undefined && term.text === 'and'))
  if (terms.length === 0) throw badRequest('Syntax error: the search clause is empty.')
  return (item, view) => {
    const readers = getFields(item, view)
    return terms.every(({ field, text: term }) => {
      const read = field === undefined ? undefined : readers[field]
      if (read) return read().toLowerCase().includes(term)
      const anywhere = field === undefined ? term : `${field}:${term}`
      return ['subject', 'from', 'recipients', 'body', 'attachment'].some((name) =>
        readers[name]?.().toLowerCase().includes(anywhere),
      )
    })
  }
}

function getFields(item: MailItem, view: View): Record<string, () => string> {
  const head = view.reader.head(item.raw)
  const people = (all: ReadonlyArray<{ name: string; address: string }>): string =>
    all.map((address) => `${address.name} ${address.address}`).join(' ')
  const from = (): string => people(head.from ? [head.from] : [])
  const recipients = (): string => people([...head.to, ...head.cc])
  return {
    subject: () => head.subject,
    from,
    to: () => people(head.to),
    cc: () => people(head.cc),
    recipients,
    participants: () => `${from()} ${recipients()}`,
    body: () => {
      const { text, html } = view.reader.content(item.raw)
      return text ?? textFromHtml(html ?? '')
    },
    attachment: () =>
      view.reader
        .content(item.raw)
        .attachments.map((attachment) => attachment.name)
        .join(' '),
    hasattachments: () =>
      String(view.reader.content(item.raw).attachments.some((attachment) => !attachment.isInline)),
    importance: () => item.importance ?? head.importance,
  }
}

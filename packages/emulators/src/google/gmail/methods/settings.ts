import type { Ask, GmailHandler } from '../ask.ts'
import { param } from '../ask.ts'
import { objectIn, textIn } from '../fields.ts'
import { invalidArgument, notFound } from '../refusal.ts'

export const settings: Record<string, GmailHandler> = {
  'settings.getVacation': ({ mailbox }) => mailbox.settings.vacation,
  'settings.updateVacation': (ask) => (ask.mailbox.settings.vacation = vacationIn(ask)),
  // An empty list has no `filter` key, as elsewhere in this API [K].
  'settings.filters.list': ({ mailbox }) => {
    const filter = [...mailbox.settings.filters.values()]
    return filter.length === 0 ? {} : { filter }
  },
  'settings.filters.get': (ask) => getFilter(ask),
  'settings.filters.create': (ask) => {
    const [criteria, action] = [getPart(ask, 'criteria'), getPart(ask, 'action')]
    const id = `ANe1Bm${ask.mailbox.settings.filters.size + 1}`
    const filter = { id, criteria, action }
    ask.mailbox.settings.filters.set(id, filter)
    return filter
  },
  'settings.filters.delete': (ask) => {
    getFilter(ask)
    ask.mailbox.settings.filters.delete(param(ask, 'id'))
  },
}

function getPart({ body }: Ask, name: string): object {
  const part = objectIn(body, name)
  if (typeof part === 'object' && part !== null && Object.keys(part).length > 0) return part
  throw invalidArgument(`Missing ${name}`)
}

function getFilter(ask: Ask): object {
  const filter = ask.mailbox.settings.filters.get(param(ask, 'id'))
  if (!filter) throw notFound()
  return filter
}

/** The whole is replaced: what is left out is gone. HTML wins over plain text, and is what is kept then [S]. */
function vacationIn({ body }: Ask): Record<string, unknown> {
  const vacation: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const [start, end] = [textIn(vacation, 'startTime'), textIn(vacation, 'endTime')]
  if (start !== undefined && end !== undefined && BigInt(start) >= BigInt(end))
    throw invalidArgument('startTime must precede endTime')
  const says = ['responseSubject', 'responseBodyHtml', 'responseBodyPlainText'].some(
    (name) => (textIn(vacation, name) ?? '') !== '',
  )
  if (vacation['enableAutoReply'] === true && !says)
    throw invalidArgument('Either the response subject or the response body must be nonempty')
  if ((textIn(vacation, 'responseBodyHtml') ?? '') !== '') delete vacation['responseBodyPlainText']
  return { enableAutoReply: false, ...vacation }
}

import type { AddressBookView, ContactCard, ContactsImported, SetError } from '@plmail/wire'
import { createBatch, resultOf, type Answer } from '../../net/index.ts'
import { type RecordsContext, isOf, oncePer } from '../core/records-context.ts'
import { createTopic } from '../core/topic.ts'

export interface ContactPage {
  cards: readonly ContactCard[]
  total: number
}

/** The changes to cards; by id. */
interface ContactChange {
  create?: readonly Record<string, unknown>[]
  update?: Record<string, Record<string, unknown>>
  destroy?: readonly string[]
}

/** Ids of what was made, in order; or what could not be done. */
type ContactsSaved = { ok: true; created: string[] } | { ok: false; why: SetError | undefined }

/** Address books and cards. Nothing is cached: a screen fetches them, and again after each change that `watch` reports. */
export interface ContactRecords {
  /** Watched: counts how often any contact changed, here or elsewhere. */
  readonly version: number
  books(): Promise<readonly AddressBookView[]>
  /** By name; undefined when no answer came. */
  page(asked: { text: string; bookId?: string | undefined; limit: number }): Promise<ContactPage | undefined>
  get(ids: readonly string[]): Promise<readonly ContactCard[]>
  save(change: ContactChange): Promise<ContactsSaved>
  duplicates(): Promise<readonly { ids: string[]; shared: string }[]>
  importFile(file: Blob): Promise<Answer<ContactsImported>>
}

export const contactsOf = oncePer(createContacts)

function createContacts({ http, jmap, personal, listen }: RecordsContext): ContactRecords {
  const topic = createTopic()
  let version = 0
  function noteChange(): void {
    version += 1
    topic.touch()
  }
  listen((news) => {
    if (news.kind === 'state' && isOf(news.change, 'ContactCard')) noteChange()
  })

  return {
    get version() {
      topic.watch()
      return version
    },
    async books() {
      const accountId = await personal.id()
      if (accountId === undefined) return []
      const batch = createBatch()
      const call = batch.add('AddressBook/get', { accountId })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list : []
    },
    async page({ text, bookId, limit }) {
      const accountId = await personal.id()
      if (accountId === undefined) return undefined
      const batch = createBatch()
      const filter = {
        ...(text.trim() !== '' && { text }),
        ...(bookId !== undefined && { inAddressBook: bookId }),
      }
      const query = batch.add('ContactCard/query', {
        accountId,
        filter,
        sort: [{ property: 'name' }],
        limit,
        calculateTotal: true,
      })
      const call = batch.add('ContactCard/get', { accountId, '#ids': resultOf(query, '/ids') })
      const answers = await jmap.send(batch)
      const [matches, got] = [answers?.of(query), answers?.of(call)]
      if (!matches?.ok || !got?.ok) return undefined
      const byId = new Map(got.value.list.map((card) => [card.id, card]))
      return {
        cards: matches.value.ids.flatMap((id) => byId.get(id) ?? []),
        total: matches.value.total ?? matches.value.ids.length,
      }
    },
    async get(ids) {
      const accountId = await personal.id()
      if (accountId === undefined) return []
      const batch = createBatch()
      const call = batch.add('ContactCard/get', { accountId, ids: [...ids] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list : []
    },
    async save({ create = [], update = {}, destroy = [] }) {
      const accountId = await personal.id()
      if (accountId === undefined) return { ok: false, why: undefined }
      const batch = createBatch()
      const named = Object.fromEntries(create.map((card, at) => [`c${String(at)}`, card]))
      const call = batch.add('ContactCard/set', { accountId, create: named, update, destroy: [...destroy] })
      const answer = (await jmap.send(batch))?.of(call)
      if (!answer?.ok) return { ok: false, why: answer?.error }
      noteChange()
      const { created, notCreated, notUpdated, notDestroyed } = answer.value
      const [why] = [notCreated, notUpdated, notDestroyed].flatMap((some) => Object.values(some ?? {}))
      return why
        ? { ok: false, why }
        : { ok: true, created: Object.keys(named).map((name) => created?.[name]?.id ?? '') }
    },
    async duplicates() {
      const accountId = await personal.id()
      if (accountId === undefined) return []
      const batch = createBatch()
      const call = batch.add('ContactCard/duplicates', { accountId })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list : []
    },
    async importFile(file) {
      const answer = await http.call<ContactsImported>(
        'POST',
        '/api/contacts/vcards',
        new Blob([file], { type: 'text/vcard' }),
      )
      if (answer.ok) noteChange()
      return answer
    },
  }
}

import type { EmailAddress, PersonFound } from '@plmail/wire'
import { createBatch, type Jmap } from '../../net/index.ts'
import type { CompletePeople } from './correspondents.ts'
import type { Personal } from '../core/personal.ts'

/** The people a user knows, by what is typed and by address. */
export interface PeopleRecords {
  /** Contacts whose names or addresses begin with it, best first; then people from mail, when there are few. */
  complete: CompletePeople
  /** Contacts alone: quick enough for every key. */
  contacts(text: string, limit: number): Promise<readonly PersonFound[]>
  /** The contact that has this address. */
  withAddress(email: string): Promise<PersonFound | undefined>
}

/** With fewer contacts than this, mail is searched as well. */
const few = 5
const most = 10

export function createPeople(
  jmap: Pick<Jmap, 'send'>,
  personal: Personal,
  ofMail: CompletePeople,
): PeopleRecords {
  async function contacts(text: string, limit: number): Promise<readonly PersonFound[]> {
    const accountId = await personal.id()
    if (accountId === undefined) return []
    const batch = createBatch()
    const call = batch.add('Person/complete', { accountId, text, limit })
    const answer = (await jmap.send(batch))?.of(call)
    return answer?.ok ? answer.value.list : []
  }

  return {
    contacts,
    async complete(text) {
      const fromContacts: readonly EmailAddress[] = (await contacts(text, most)).map(({ name, email }) => ({
        name,
        email,
      }))
      if (fromContacts.length >= few || text.trim() === '') return fromContacts
      const addresses = new Set(fromContacts.map(({ email }) => email.toLowerCase()))
      const others = (await ofMail(text)).filter(({ email }) => !addresses.has(email.toLowerCase()))
      return [...fromContacts, ...others].slice(0, most)
    },
    async withAddress(email) {
      const accountId = await personal.id()
      if (accountId === undefined) return undefined
      const batch = createBatch()
      const call = batch.add('Person/get', { accountId, addresses: [email] })
      const answer = (await jmap.send(batch))?.of(call)
      return answer?.ok ? answer.value.list[0] : undefined
    },
  }
}

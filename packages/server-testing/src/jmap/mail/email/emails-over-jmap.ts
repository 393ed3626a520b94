import { emailWireId } from '@plmail/wire'
import type { MessageToDeliver } from '../../../mail/test-mail.ts'
import type { JmapForTests, JmapUser } from '../../test-jmap.ts'

export type Json = Record<string, unknown>

/** Short ways to speak about one user's Emails. */
export function getEmails(
  rig: () => JmapForTests,
  who: (rig: JmapForTests) => JmapUser = (jmap) => jmap.ada,
) {
  const user = () => who(rig())
  const args = (more: Json = {}): Json => ({ accountId: user().accountId, ...more })
  const box = (name: 'inbox' | 'sent' | 'drafts' | 'trash' | 'work') => `L${user().account.boxes[name]}`
  const one = async (name: string, more: Json): Promise<Json> =>
    (await user().call([name, args(more)]))[0]![1] as Json
  const get = async (id: string, more: Json = {}): Promise<Json> =>
    ((await one('Email/get', { ids: [id], ...more }))['list'] as Json[])[0]!
  return {
    args,
    box,
    one,
    get,
    /** Delivers messages to the Inbox; the Emails' ids. */
    deliver: async (...messages: Array<Omit<MessageToDeliver, 'boxes'>>): Promise<string[]> => {
      const boxes = [user().account.boxes.inbox]
      const ids = await user().deliver(messages.map((message) => ({ ...message, boxes })))
      return ids.map((id) => emailWireId.encode(id))
    },
    /** Stores bytes as they are; the Email's id. */
    store: async (raw: string | Buffer): Promise<string> => {
      const { mail, changes } = rig().room
      const [prepared] = await mail.ingest.prepare([Buffer.from(raw)])
      const { account } = user()
      const { result } = await changes.write(
        account.id,
        { actor: { kind: 'provider' }, verb: 'arrive' },
        (change) =>
          mail.ingest.arrive(change, [
            { prepared: prepared!, mailboxIds: [account.boxes.inbox], keywords: [] },
          ]),
      )
      return emailWireId.encode(result[0]!)
    },
    /** Creates one Email in Work; what the answer says of it. */
    create: async (email: Json): Promise<{ created?: Json; refused?: Json }> => {
      const answer = await one('Email/set', {
        create: { new: { mailboxIds: { [box('work')]: true }, ...email } },
      })
      const created = (answer['created'] as Record<string, Json> | null)?.['new']
      const refused = (answer['notCreated'] as Record<string, Json> | null)?.['new']
      return { ...(created ? { created } : {}), ...(refused ? { refused } : {}) }
    },
  }
}

/** An Email whose text is this; a `bodyStructure` of one part. */
export const readText = (value: string, part: Json = {}): Json => ({
  bodyStructure: { partId: 't', ...part },
  bodyValues: { t: { value } },
})

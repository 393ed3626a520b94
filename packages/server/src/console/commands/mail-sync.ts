import type { ConsoleCommand } from '../command.ts'
import { syncSentence } from '../sync-sentence.ts'
import { text } from '../values.ts'

export const mailSync: ConsoleCommand = {
  name: 'app:mail:sync',
  summary: 'have the server look at mailboxes now, as it does every fifteen minutes',
  options: [
    { name: 'user', value: 'ADDRESS', summary: 'only the mailboxes of this user; all when left out' },
  ],
  run: async (values, installation) => {
    const user = text(values, 'user')
    const { syncMail } = await installation.rooms()
    const addresses = await syncMail(user === '' ? undefined : user)
    if (addresses === 'no-such-user') return { ok: false, text: `Nobody signs in as ${user}.` }
    const data = { addresses }
    if (addresses.length === 0) return { ok: true, text: 'No mailbox is connected.', data }
    return { ok: true, text: await syncSentence(installation, addresses.join(', ')), data }
  },
}

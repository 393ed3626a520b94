import type { ConsoleCommand } from '../command.ts'
import { syncSentence } from '../sync-sentence.ts'
import { text } from '../option-values.ts'

export const mailSync: ConsoleCommand = {
  name: 'app:mail:sync',
  options: [{ name: 'user', value: 'ADDRESS' }],
  run: async (values, installation, { words }) => {
    const user = text(values, 'user')
    const { syncMail } = await installation.rooms()
    const addresses = await syncMail(user === '' ? undefined : user)
    if (addresses === 'no-such-user') return { ok: false, text: words.nobodySignsIn({ user }) }
    const data = { addresses }
    if (addresses.length === 0) return { ok: true, text: words.noMailbox, data }
    return { ok: true, text: await syncSentence(installation, words, addresses.join(', ')), data }
  },
}

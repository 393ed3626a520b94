import type { ConsoleCommand, MirrorLine } from '../command.ts'
import { text } from '../values.ts'

/** How long a server may take to look at an account; a large one is listed whole. */
const patienceMinutes = 15

export const verifyMirror: ConsoleCommand = {
  name: 'app:verify-mirror',
  summary: 'compare mailboxes with their providers, message by message, and repair what differs',
  options: [
    { name: 'user', value: 'ADDRESS', summary: 'only the mailboxes of this user; all when left out' },
    { name: 'report', summary: 'only say what the last comparison came to' },
  ],
  run: async (values, installation) => {
    const { mirror } = await installation.rooms()
    const user = text(values, 'user')
    const lines = await mirror({
      ...(user === '' ? {} : { user }),
      isAsking: values['report'] !== true,
      patienceMs: patienceMinutes * 60_000,
    })
    if (lines === 'no-such-user') return { ok: false, text: `Nobody signs in as ${user}.` }
    if (lines.length === 0) return { ok: true, text: 'No mailbox is connected.', data: { mailboxes: [] } }
    const written = lines.map(sentence).join('\n')
    const isSound = lines.every((line) => isWhole(line) && !line.isLate)
    return isSound ? { ok: true, text: written, data: { mailboxes: lines } } : { ok: false, text: written }
  },
}

const isWhole = ({ here, there, accepted }: MirrorLine): boolean => here === there - accepted

function sentence(line: MirrorLine): string {
  const { address, here, there, accepted, checkedAt, isLate } = line
  if (isLate) return `${address}: not compared; is the server running, and can the mailbox be reached?`
  if (checkedAt === null) return `${address}: not compared yet`
  const state = isWhole(line) ? 'all' : 'NOT all'
  const beside =
    accepted > 0 ? `; the provider counts ${accepted} more that it does not list as messages` : ''
  return `${address}: ${here} of ${there - accepted} messages are here, ${state} (${checkedAt})${beside}`
}

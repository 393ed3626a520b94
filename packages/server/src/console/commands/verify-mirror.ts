import type { ConsoleCommand, MirrorLine } from '../command.ts'
import type { ConsoleWords } from '../console-words.ts'
import { text } from '../option-values.ts'

/** How long a server may take to look at an account; a large one is listed whole. */
const patienceMinutes = 15

export const verifyMirror: ConsoleCommand = {
  name: 'app:verify-mirror',
  options: [{ name: 'user', value: 'ADDRESS' }, { name: 'report' }],
  run: async (values, installation, { words }) => {
    const { mirror } = await installation.rooms()
    const user = text(values, 'user')
    const lines = await mirror({
      ...(user === '' ? {} : { user }),
      isAsking: values['report'] !== true,
      patienceMs: patienceMinutes * 60_000,
    })
    if (lines === 'no-such-user') return { ok: false, text: words.nobodySignsIn({ user }) }
    if (lines.length === 0) return { ok: true, text: words.noMailbox, data: { mailboxes: [] } }
    const written = lines.map((line) => sentence(line, words.commands['app:verify-mirror'])).join('\n')
    const isSound = lines.every((line) => isWhole(line) && !line.isLate)
    return isSound ? { ok: true, text: written, data: { mailboxes: lines } } : { ok: false, text: written }
  },
}

const isWhole = ({ localCount, remoteCount, accepted }: MirrorLine): boolean =>
  localCount === remoteCount - accepted

function sentence(line: MirrorLine, texts: ConsoleWords['commands']['app:verify-mirror']): string {
  const { address, localCount: local, remoteCount, accepted, checkedAt: time, isLate } = line
  if (isLate) return texts.late({ address })
  if (time === null) return texts.never({ address })
  const counts = { address, local, remote: remoteCount - accepted, time }
  const compared = isWhole(line) ? texts.complete(counts) : texts.incomplete(counts)
  return accepted > 0 ? texts.unlisted({ line: compared, count: accepted }) : compared
}

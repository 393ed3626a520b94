import { sayProblem } from '@plmail/words'
import type { ConsoleCommand, PushLine, Spoken } from '../command.ts'
import type { ConsoleWords } from '../console-words.ts'

export const pushRenew: ConsoleCommand = {
  name: 'app:push:renew',
  options: [{ name: 'repair' }],
  run: async (values, installation, { language, words }) => {
    const texts = words.commands['app:push:renew']
    const { renewPush } = await installation.rooms()
    const lines = await renewPush(values['repair'] === true ? 'repair' : 'due')
    const spokenLines = lines.map((line) => ({ ...line, why: line.why && sayProblem(language, line.why) }))
    const isSound = lines.every((line) => line.outcome !== 'failed')
    const text =
      lines.length === 0 ? texts.nothing : spokenLines.map((line) => sentence(line, texts)).join('\n')
    return { ok: isSound, text, data: { accounts: spokenLines } }
  },
}

function sentence(
  { address, outcome, expiresAt, why }: Spoken<PushLine>,
  texts: ConsoleWords['commands']['app:push:renew'],
): string {
  if (outcome === 'failed') return texts.failed({ address, reason: why ?? '' }).trimEnd()
  const time = expiresAt ?? texts.unknownTime
  return outcome === 'created' ? texts.registered({ address, time }) : texts.renewed({ address, time })
}

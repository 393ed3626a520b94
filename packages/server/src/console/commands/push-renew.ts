import { sayProblem } from '@plmail/words'
import type { ConsoleCommand, PushLine, Spoken } from '../command.ts'

export const pushRenew: ConsoleCommand = {
  name: 'app:push:renew',
  summary: 'renew what providers were asked to announce, where it is about to end or has ended',
  options: [{ name: 'repair', summary: 'ask anew for every account with instant delivery' }],
  run: async (values, installation, { language }) => {
    const { renewPush } = await installation.rooms()
    const lines = await renewPush(values['repair'] === true ? 'repair' : 'due')
    const spokenLines = lines.map((line) => ({ ...line, why: line.why && sayProblem(language, line.why) }))
    const isSound = lines.every((line) => line.outcome !== 'failed')
    const text = lines.length === 0 ? 'There is nothing to renew.' : spokenLines.map(sentence).join('\n')
    return { ok: isSound, text, data: { accounts: spokenLines } }
  },
}

function sentence({ address, outcome, expiresAt, why }: Spoken<PushLine>): string {
  if (outcome === 'failed') return `${address}: not renewed. ${why ?? ''}`.trimEnd()
  return `${address}: ${outcome === 'created' ? 'registered' : 'renewed'} until ${expiresAt ?? 'an unknown time'}`
}

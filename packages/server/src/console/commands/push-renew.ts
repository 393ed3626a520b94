import type { ConsoleCommand, PushLine } from '../command.ts'

export const pushRenew: ConsoleCommand = {
  name: 'app:push:renew',
  summary: 'renew what providers were asked to announce, where it is about to end or has ended',
  options: [{ name: 'repair', summary: 'ask anew for every account with instant delivery' }],
  run: async (values, installation) => {
    const { renewPush } = await installation.rooms()
    const lines = await renewPush(values['repair'] === true ? 'repair' : 'due')
    const isSound = lines.every((line) => line.outcome !== 'failed')
    const text = lines.length === 0 ? 'There is nothing to renew.' : lines.map(sentence).join('\n')
    return { ok: isSound, text, data: { accounts: lines } }
  },
}

function sentence({ address, outcome, expiresAt, why }: PushLine): string {
  if (outcome === 'failed') return `${address}: not renewed. ${why ?? ''}`.trimEnd()
  return `${address}: ${outcome === 'created' ? 'registered' : 'renewed'} until ${expiresAt ?? 'an unknown time'}`
}

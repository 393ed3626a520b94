import type { ConsoleCommand } from '../command.ts'

export const secretsInit: ConsoleCommand = {
  name: 'app:secrets:init',
  options: [],
  run: async (_values, installation, { words }) => {
    const texts = words.commands['app:secrets:init']
    const sources = await installation.initSecrets()
    const lines = Object.entries(sources).map(([name, source]) => texts[source]({ name }))
    return { ok: true, text: lines.join('\n'), data: { secrets: sources } }
  },
}

import type { ConsoleCommand } from '../command.ts'

export const secretsInit: ConsoleCommand = {
  name: 'app:secrets:init',
  summary: 'add the generated secrets that are still missing to the secrets file',
  options: [],
  run: async (_values, installation) => {
    const sources = await installation.initSecrets()
    const words = {
      supplied: 'set in the environment',
      file: 'in the secrets file',
      generated: 'generated now',
    }
    const lines = Object.entries(sources).map(([name, source]) => `${name}: ${words[source]}`)
    return { ok: true, text: lines.join('\n'), data: { secrets: sources } }
  },
}

import type { ConsoleCommand } from '../command.ts'

const patienceMs = 3_000

export const reset: ConsoleCommand = {
  name: 'app:reset',
  summary: 'remove every user, account and message kept here; mail at the providers stays',
  options: [
    { name: 'full', isRequired: true, summary: 'yes, everything: there is no partial reset' },
    {
      name: 'rotate-secrets',
      summary: 'replace the generated secrets as well; restart every service right afterwards',
    },
    { name: 'yes', summary: 'do not ask' },
  ],
  run: async (values, installation, terminal) => {
    if (!values['yes'] && !terminal.isInteractive) {
      return { ok: false, isUsage: true, text: 'Nobody can be asked here; add --yes if you are sure.' }
    }
    if (await installation.isServerRunning(patienceMs)) return inUse
    if (!values['yes']) {
      const answer = await terminal.ask('This removes everything plMail keeps. Type "reset" to go on: ')
      if (answer.trim() !== 'reset') return { ok: false, text: 'Nothing was changed.' }
    }
    await installation.eraseEverything()
    const rotated = values['rotate-secrets'] ? await installation.rotateSecrets() : []
    const restart =
      rotated.length > 0 ? ` New: ${rotated.join(', ')}. Restart every service of plMail now.` : ''
    return { ok: true, text: `Everything was removed.${restart}`, data: { rotated } }
  },
}

const inUse = {
  ok: false,
  text: 'A server or another command of plMail is running, and would be left without its tables. Stop it, then run this again.',
} as const

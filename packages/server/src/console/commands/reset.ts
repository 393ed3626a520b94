import type { ConsoleCommand } from '../command.ts'

const patienceMs = 3_000

export const reset: ConsoleCommand = {
  name: 'app:reset',
  options: [{ name: 'full', isRequired: true }, { name: 'rotate-secrets' }, { name: 'yes' }],
  run: async (values, installation, terminal) => {
    const texts = terminal.words.commands['app:reset']
    if (!values['yes'] && !terminal.isInteractive)
      return { ok: false, isUsage: true, text: texts.nobodyToAsk }
    if (await installation.isServerRunning(patienceMs)) return { ok: false, text: texts.inUse }
    if (!values['yes']) {
      const answer = await terminal.ask(texts.ask)
      if (answer.trim() !== 'reset') return { ok: false, text: texts.unchanged }
    }
    await installation.eraseEverything()
    const rotated = values['rotate-secrets'] ? await installation.rotateSecrets() : []
    const text = rotated.length > 0 ? texts.doneWithSecrets({ secrets: rotated.join(', ') }) : texts.done
    return { ok: true, text, data: { rotated } }
  },
}

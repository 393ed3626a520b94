import type { ConsoleCommand } from '../command.ts'

export const singleSignOnAllowPassword: ConsoleCommand = {
  name: 'app:sso:allow-password',
  options: [],
  run: async (_values, installation, { words }) => {
    const texts = words.commands['app:sso:allow-password']
    const { people } = await installation.rooms()
    const wasOnlyWay = await people.singleSignOn.allowPasswords()
    if (wasOnlyWay)
      await people.audit.note({ action: 'single-sign-on-changed', actor: { source: 'console' } })
    return { ok: true, text: wasOnlyWay ? texts.done : texts.wasAllowed, data: { wasOnlyWay } }
  },
}

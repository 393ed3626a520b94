import { sayProblem } from '@plmail/words'
import type { ConsoleCommand } from '../command.ts'
import { readPassword, passwordOption } from '../password.ts'
import { text } from '../option-values.ts'

export const userPassword: ConsoleCommand = {
  name: 'app:user:password',
  options: [{ name: 'email', value: 'ADDRESS', isRequired: true }, passwordOption],
  run: async (values, installation, terminal) => {
    const { language, words } = terminal
    const email = text(values, 'email')
    const { people } = await installation.rooms()
    const user = await people.users.byEmail(email)
    if (!user) return { ok: false, text: words.nobodySignsIn({ user: email }) }
    const password = await readPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.text }
    const changed = await people.users.setPassword(user.id, password.password)
    if (!changed.ok) return { ok: false, text: sayProblem(language, changed.problem) }
    const subject = { userId: user.id, name: user.email }
    await people.audit.note({ action: 'password-reset', actor: { source: 'console' }, subject })
    return { ok: true, text: words.commands['app:user:password'].done({ email: user.email }) }
  },
}

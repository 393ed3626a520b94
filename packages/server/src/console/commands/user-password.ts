import { sayProblem } from '@plmail/words'
import type { ConsoleCommand } from '../command.ts'
import { givenPassword, passwordOption } from '../password.ts'
import { text } from '../values.ts'

export const userPassword: ConsoleCommand = {
  name: 'app:user:password',
  summary: "set a user's password and sign them out everywhere",
  options: [
    { name: 'email', value: 'ADDRESS', isRequired: true, summary: 'the address they sign in with' },
    passwordOption,
  ],
  run: async (values, installation, terminal) => {
    const email = text(values, 'email')
    const { people } = await installation.rooms()
    const user = await people.users.byEmail(email)
    if (!user) return { ok: false, text: `Nobody signs in as ${email}.` }
    const password = await givenPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.why }
    const changed = await people.users.setPassword(user.id, password.password)
    if (!changed.ok) return { ok: false, text: sayProblem(terminal.language, changed.problem) }
    return { ok: true, text: `${user.email} has a new password and is signed out everywhere.` }
  },
}

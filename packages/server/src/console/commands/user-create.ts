import type { ConsoleCommand } from '../command.ts'
import { readPassword, passwordOption } from '../password.ts'
import { problemLines, text } from '../option-values.ts'

export const userCreate: ConsoleCommand = {
  name: 'app:user:create',
  options: [
    { name: 'email', value: 'ADDRESS', isRequired: true },
    { name: 'name', value: 'NAME', isRequired: true },
    passwordOption,
    { name: 'admin' },
    { name: 'locale', value: 'TAG' },
    { name: 'time-zone', value: 'ZONE' },
  ],
  run: async (values, installation, terminal) => {
    const password = await readPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.text }
    const { people } = await installation.rooms()
    const created = await people.administration.create(
      { source: 'console' },
      {
        email: text(values, 'email'),
        name: text(values, 'name'),
        password: password.password,
        locale: values['locale'] === undefined ? undefined : text(values, 'locale'),
        timeZone: values['time-zone'] === undefined ? undefined : text(values, 'time-zone'),
      },
      { isAdmin: values['admin'] === true },
    )
    if (!created.ok) return { ok: false, text: problemLines(created.problems, terminal.language) }
    const { id, email } = created.user
    const done = terminal.words.commands['app:user:create'].done({ email })
    return { ok: true, text: done, data: { userId: id } }
  },
}

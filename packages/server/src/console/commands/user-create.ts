import type { ConsoleCommand } from '../command.ts'
import { givenPassword, passwordOption } from '../password.ts'
import { problemLines, text } from '../values.ts'

export const userCreate: ConsoleCommand = {
  name: 'app:user:create',
  summary: 'make a user',
  options: [
    { name: 'email', value: 'ADDRESS', isRequired: true, summary: 'the address to sign in with' },
    { name: 'name', value: 'NAME', isRequired: true, summary: 'the name that people they write to see' },
    passwordOption,
    { name: 'admin', summary: 'may administer this installation' },
    {
      name: 'locale',
      value: 'TAG',
      summary: 'language and formats, as en or de-AT; else of the first browser that signs in',
    },
    {
      name: 'time-zone',
      value: 'ZONE',
      summary: 'time zone, as Europe/Berlin; else of the first browser that signs in',
    },
  ],
  run: async (values, installation, terminal) => {
    const password = await givenPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.why }
    const { people } = await installation.rooms()
    const created = await people.users.create(
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
    return { ok: true, text: `${created.user.email} can sign in now.`, data: { userId: created.user.id } }
  },
}

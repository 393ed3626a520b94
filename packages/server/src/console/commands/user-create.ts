import type { Command } from '../command.ts'
import { givenPassword, passwordOption } from '../password.ts'
import { problemLines, text } from '../values.ts'

export const userCreate: Command = {
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
    const given = await givenPassword(values, terminal)
    if (!given.ok) return { ok: false, text: given.why }
    const { people } = await installation.rooms()
    const made = await people.users.create(
      {
        email: text(values, 'email'),
        name: text(values, 'name'),
        password: given.password,
        locale: values['locale'] === undefined ? undefined : text(values, 'locale'),
        timeZone: values['time-zone'] === undefined ? undefined : text(values, 'time-zone'),
      },
      { isAdmin: values['admin'] === true },
    )
    if (!made.ok) return { ok: false, text: problemLines(made.problems) }
    return { ok: true, text: `${made.user.email} can sign in now.`, data: { userId: made.user.id } }
  },
}

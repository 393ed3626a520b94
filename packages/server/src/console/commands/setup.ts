import { parsePublicAddress } from '../../config/index.ts'
import type { ConsoleCommand } from '../command.ts'
import { givenPassword, passwordOption } from '../password.ts'
import { problemLines, text } from '../values.ts'

export const setup: ConsoleCommand = {
  name: 'app:setup',
  summary: 'make the first administrator, as the set-up page does',
  options: [
    { name: 'email', value: 'ADDRESS', isRequired: true, summary: 'the address to sign in with' },
    { name: 'name', value: 'NAME', isRequired: true, summary: 'the name that people you write to see' },
    passwordOption,
    {
      name: 'public-url',
      value: 'URL',
      summary: 'where browsers reach this server, as https://mail.example.org',
    },
    { name: 'locale', value: 'TAG', summary: 'language, as en or de-AT; en when left out' },
    { name: 'time-zone', value: 'ZONE', summary: 'time zone, as Europe/Berlin; UTC when left out' },
  ],
  run: async (values, installation, terminal) => {
    const { people } = await installation.rooms()
    if (!(await people.install.isOpen())) return closed
    const address =
      values['public-url'] === undefined ? undefined : parsePublicAddress(text(values, 'public-url'))
    if (address?.ok === false) return { ok: false, isUsage: true, text: `--public-url ${address.why}.` }
    const password = await givenPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.why }
    const installed = await people.install.createFirst({
      email: text(values, 'email'),
      name: text(values, 'name'),
      password: password.password,
      locale: values['locale'] === undefined ? undefined : text(values, 'locale'),
      timeZone: values['time-zone'] === undefined ? undefined : text(values, 'time-zone'),
    })
    if (!installed.ok)
      return installed.why === 'closed'
        ? closed
        : { ok: false, text: problemLines(installed.problems, terminal.language) }
    if (address) await installation.storePublicAddress(address.value)
    return {
      ok: true,
      text: `${installed.user.email} is the administrator now.`,
      data: { userId: installed.user.id },
    }
  },
}

const closed = { ok: false, text: 'plMail is set up already: there is at least one user.' } as const

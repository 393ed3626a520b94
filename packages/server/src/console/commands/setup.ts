import { sayProblem } from '@plmail/words'
import { parsePublicAddress } from '../../config/index.ts'
import type { ConsoleCommand } from '../command.ts'
import { readPassword, passwordOption } from '../password.ts'
import { problemLines, text } from '../option-values.ts'

export const setup: ConsoleCommand = {
  name: 'app:setup',
  options: [
    { name: 'email', value: 'ADDRESS', isRequired: true },
    { name: 'name', value: 'NAME', isRequired: true },
    passwordOption,
    { name: 'public-url', value: 'URL' },
    { name: 'locale', value: 'TAG' },
    { name: 'time-zone', value: 'ZONE' },
  ],
  run: async (values, installation, terminal) => {
    const { language, words } = terminal
    const texts = words.commands['app:setup']
    const closed = { ok: false, text: texts.alreadySetUp } as const
    const { people } = await installation.rooms()
    if (!(await people.install.isOpen())) return closed
    const address =
      values['public-url'] === undefined ? undefined : parsePublicAddress(text(values, 'public-url'))
    if (address?.ok === false)
      return { ok: false, isUsage: true, text: `--public-url: ${sayProblem(language, address.problem)}` }
    const password = await readPassword(values, terminal)
    if (!password.ok) return { ok: false, text: password.text }
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
        : { ok: false, text: problemLines(installed.problems, language) }
    const subject = { userId: installed.user.id, name: installed.user.email }
    const actor = { source: 'console' } as const
    await people.audit.note({ action: 'user-created', actor, subject, detail: { isAdmin: true } })
    if (address) await installation.storePublicAddress(address.value)
    const { id, email } = installed.user
    return { ok: true, text: texts.done({ email }), data: { userId: id } }
  },
}

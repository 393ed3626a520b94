import type { Language } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import { type AppPasswordProblem, appPasswordScopes } from '../../people/index.ts'
import type { ConsoleCommand } from '../command.ts'
import { text } from '../values.ts'

export const appPasswordCreate: ConsoleCommand = {
  name: 'app:app-password:create',
  summary: 'make a password for a program and print it, this once',
  options: [
    { name: 'user', value: 'ADDRESS', isRequired: true, summary: 'the address its owner signs in with' },
    { name: 'name', value: 'NAME', isRequired: true, summary: 'what it is for, such as Phone' },
    {
      name: 'scope',
      value: 'SCOPE',
      choices: appPasswordScopes,
      summary: 'opens only that; everything when left out',
    },
    {
      name: 'account',
      value: 'ACCOUNT',
      summary: 'opens only that account, by its address or id; all when left out',
    },
    {
      name: 'expires',
      value: 'TIME',
      summary:
        'when it ends, as 2030-01-31 (its beginning, UTC) or 2030-01-31T18:00:00Z; never when left out',
    },
  ],
  run: async (values, installation, { language }) => {
    const expiresAt = values['expires'] === undefined ? null : timeOf(text(values, 'expires'))
    if (expiresAt === undefined)
      return { ok: false, isUsage: true, text: '--expires takes a day, as 2030-01-31, or a time in UTC.' }
    const { people, mailAccount } = await installation.rooms()
    const user = await people.users.byEmail(text(values, 'user'))
    if (!user) return { ok: false, text: `Nobody signs in as ${text(values, 'user')}.` }
    const address = text(values, 'account')
    const accountId = address === '' ? null : await mailAccount(user.id, address)
    if (accountId === undefined) return { ok: false, text: `${user.email} has no account ${address}.` }
    const scope = appPasswordScopes.find((one) => one === values['scope']) ?? null
    const created = await people.appPasswords.create(user.id, {
      name: text(values, 'name'),
      scope,
      accountId,
      expiresAt,
    })
    if (created.ok)
      return { ok: true, text: created.secret, data: { id: created.appPassword.id, secret: created.secret } }
    if (created.why === 'too-many')
      return { ok: false, text: 'This user has a hundred app passwords already.' }
    return { ok: false, text: created.problems.map((problem) => lineOf(problem, language)).join('\n') }
  },
}

const lineOf = ({ field, problem }: AppPasswordProblem, language: Language): string =>
  `--${field === 'expiresAt' ? 'expires' : field}: ${sayProblem(language, problem)}`

function timeOf(raw: string): Date | undefined {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(raw)
  const time = new Date(isTime ? raw : Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}

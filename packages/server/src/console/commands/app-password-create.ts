import type { Language } from '@plmail/wire'
import { sayProblem } from '@plmail/words'
import {
  type AppPassword,
  type AppPasswordProblem,
  appPasswordScopes,
  type People,
  type User,
} from '../../people/index.ts'
import type { ConsoleCommand } from '../command.ts'
import { text } from '../option-values.ts'

export const appPasswordCreate: ConsoleCommand = {
  name: 'app:app-password:create',
  options: [
    { name: 'user', value: 'ADDRESS', isRequired: true },
    { name: 'name', value: 'NAME', isRequired: true },
    { name: 'scope', value: 'SCOPE', choices: appPasswordScopes },
    { name: 'account', value: 'ACCOUNT' },
    { name: 'expires', value: 'TIME' },
  ],
  run: async (values, installation, { language, words }) => {
    const texts = words.commands['app:app-password:create']
    const expiresAt = values['expires'] === undefined ? null : getTime(text(values, 'expires'))
    if (expiresAt === undefined) return { ok: false, isUsage: true, text: texts.unreadableTime }
    const { people, mailAccount } = await installation.rooms()
    const email = text(values, 'user')
    const user = await people.users.byEmail(email)
    if (!user) return { ok: false, text: words.nobodySignsIn({ user: email }) }
    const account = text(values, 'account')
    const accountId = account === '' ? null : await mailAccount(user.id, account)
    if (accountId === undefined)
      return { ok: false, text: texts.noSuchAccount({ user: user.email, account }) }
    const scope = appPasswordScopes.find((candidate) => candidate === values['scope']) ?? null
    const form = { name: text(values, 'name'), scope, accountId, expiresAt }
    const created = await people.appPasswords.create(user.id, form)
    if (created.ok) {
      const { secret, appPassword } = created
      await noteMaking(people, user, appPassword)
      return { ok: true, text: secret, data: { id: appPassword.id, secret } }
    }
    if (created.why !== 'invalid') return { ok: false, text: texts.tooMany }
    return { ok: false, text: created.problems.map((problem) => formatLine(problem, language)).join('\n') }
  },
}

/** It opens somebody's mail, and nobody has given a password for it. */
const noteMaking = (people: Pick<People, 'audit'>, user: User, { name, scope }: AppPassword): Promise<void> =>
  people.audit.note({
    action: 'app-password-made',
    actor: { source: 'console' },
    subject: { userId: user.id, name: user.email },
    detail: { name, scope: scope ?? 'everything' },
  })

const formatLine = ({ field, problem }: AppPasswordProblem, language: Language): string =>
  `--${field === 'expiresAt' ? 'expires' : field}: ${sayProblem(language, problem)}`

function getTime(raw: string): Date | undefined {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/.test(raw)
  const time = new Date(isTime ? raw : Number.NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}

import { catalogueOf } from '@plmail/words'
import { type User, writtenLocale } from '../user.ts'
import type { SignInChanged } from './kinds.ts'

export interface NoticeMail {
  subject: string
  text: string
}

/** The words in the user's language, with the time as their clock showed it. */
export function noticeMail(
  user: User,
  { change, subject, at }: SignInChanged,
  publicAddress: string | undefined,
): NoticeMail {
  const words = catalogueOf(user.language).securityMail
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone: user.timeZone } as const
  const time = new Intl.DateTimeFormat(writtenLocale(user), format).format(new Date(at))
  const settings = publicAddress === undefined ? [] : ['', `${publicAddress}/settings/security`]
  const lines = [
    words.greeting({ name: user.name }),
    '',
    words.happened[change]({ email: user.email, time, subject }),
    '',
    words.wasYou,
    words.wasNotYou,
    ...settings,
  ]
  return { subject: words.subject[change], text: `${lines.join('\n')}\n` }
}

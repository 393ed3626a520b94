import type { AccountId, Language, UserId } from '@plmail/wire'
import { opensCalendars, opensMail } from '../../people/index.ts'
import type { TokenHolder } from '../../http/guard/index.ts'
import type { Caller, JmapAccount } from './method.ts'

/** A user as the session shows them, with everything that is theirs. */
export interface JmapUser {
  username: string
  /** In which language the user is spoken to; by the request where nobody knows. */
  language?: Language | undefined
  /** The mail accounts, each a JMAP account. */
  accounts: JmapAccount[]
  /** The user's personal account. */
  personal: AccountId | undefined
}

export interface Who {
  caller: Caller
  username: string
  language: Language | undefined
}

/** The user behind the credentials, narrowed to what those open (a scope, a single account). */
export async function whoIs(
  { userId, rights, credentials }: Pick<TokenHolder, 'userId' | 'rights' | 'credentials'>,
  getUserId: (userId: UserId) => Promise<JmapUser>,
): Promise<Who> {
  const { username, language, accounts, personal } = await getUserId(userId)
  const { scope, accountId } = rights
  const isOpen = ({ id }: JmapAccount) => opensMail(rights, id)
  const hasPersonal = scope !== 'mail' && accountId === null
  const ofPerson = hasPersonal && personal !== undefined ? [{ id: personal, name: '', address: '' }] : []
  const keepsCalendars = ({ id, provider = 'imap' }: JmapAccount) =>
    provider !== 'imap' && opensCalendars(rights, id)
  return {
    username,
    language,
    caller: {
      userId,
      credentials,
      accounts: new Map(accounts.filter(isOpen).map((account) => [account.id, account])),
      calendars: new Map(
        [...accounts.filter(keepsCalendars), ...ofPerson].map((account) => [account.id, account]),
      ),
      personal: hasPersonal ? (personal ?? null) : null,
      mayWrite: scope !== 'read',
    },
  }
}

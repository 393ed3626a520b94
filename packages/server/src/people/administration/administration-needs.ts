import type { Changes } from '../../changes/index.ts'
import type { Events } from '../../events/index.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Random } from '../../kit/random.ts'
import type { Database, NotifiedCache } from '../../store/index.ts'
import type { StoredAppPassword } from '../app-password-sign-in.ts'
import type { Audit } from '../audit/types.ts'
import type { Passwords } from '../passwords.ts'
import type { OpenSession } from '../session.ts'

export interface AdministrationNeeds {
  store: Database
  changes: Pick<Changes, 'open'>
  clock: Clock
  random: Random
  passwords: Passwords
  audit: Audit
  /** Told when sessions end. */
  sessions: Pick<NotifiedCache<OpenSession>, 'forget'>
  /** Told when app passwords open nothing any more, or open something again. */
  appPasswords: Pick<NotifiedCache<StoredAppPassword>, 'forget'>
  events: Pick<Events, 'publish'>
}

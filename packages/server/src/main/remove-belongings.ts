import type { AccountId, PersonBelongings, UserId } from '@plmail/wire'
import type { Accounts } from '../accounts/index.ts'
import { countOwnedCalendars } from '../calendar/index.ts'
import type { Changes } from '../changes/index.ts'
import { countCards } from '../contacts/index.ts'
import type { Mail } from '../mail/index.ts'
import type { Database } from '../store/index.ts'

interface RemovalNeeds {
  database: Database
  changes: Pick<Changes, 'personal' | 'close'>
  accounts: Pick<Accounts, 'list' | 'remove' | 'calendarSources'>
  watches: { switchOff(id: AccountId): Promise<void> }
  calendarWatches: { closeOf(id: AccountId): Promise<void> }
}

/**
 * Removes all that a user owns, in the order in which providers can still be told: each account as its owner would remove
 * it, their calendar sources, and the personal account with calendars, contacts, share links and booking pages.
 */
export function removeBelongingsOver(needs: RemovalNeeds) {
  const { database, changes, accounts, watches, calendarWatches } = needs
  return async (userId: UserId, signal: AbortSignal): Promise<void> => {
    for (const { id } of await accounts.list(userId)) {
      signal.throwIfAborted()
      // While the permission still holds: afterwards the provider would go on calling for days.
      await watches.switchOff(id)
      await calendarWatches.closeOf(id)
      await accounts.remove(userId, id)
    }
    for (const { id } of await accounts.calendarSources.ofUser(userId)) {
      signal.throwIfAborted()
      await accounts.calendarSources.remove(userId, id)
    }
    const personal = await changes.personal(userId)
    if (personal !== undefined) await database.transaction((tx) => changes.close(tx, personal))
  }
}

interface CountNeeds {
  database: Database
  changes: Pick<Changes, 'personal'>
  accounts: Pick<Accounts, 'list'>
  mail: Pick<Mail, 'stored'>
}

/** Counts exactly what `removeBelongingsOver` would remove now. */
export function countBelongingsOver({ database, changes, accounts, mail }: CountNeeds) {
  return async (userId: UserId): Promise<PersonBelongings> => {
    const mailAccounts = (await accounts.list(userId)).map(({ id }) => id)
    const personal = await changes.personal(userId)
    const all = personal === undefined ? mailAccounts : [...mailAccounts, personal]
    const [stored, owned, contacts] = await Promise.all([
      mail.stored(mailAccounts),
      countOwnedCalendars(database, all),
      countCards(database, all),
    ])
    const perAccount = [...stored.values()]
    return {
      accounts: mailAccounts.length,
      messages: perAccount.reduce((sum, { messages }) => sum + messages, 0),
      bytes: perAccount.reduce((sum, { bytes }) => sum + bytes, 0),
      contacts,
      ...owned,
    }
  }
}

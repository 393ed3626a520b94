import type { AccountId, UserId } from '@plmail/wire'
import { addAccount } from './add-account.ts'
import { createCalendarSources, createSourcesOfUser } from './calendar-sources/create-calendar-sources.ts'
import { setCondition } from './set-condition.ts'
import type { Accounts } from './types.ts'
import { createGrants } from './grants/create-grants.ts'
import { handBackGrant } from './grants/hand-back.ts'
import { healthCards } from './health/health-cards.ts'
import type { AccountsOptions } from './options.ts'
import { createProviders } from './providers/create-providers.ts'
import { type AccountRow, type ImapAccountSettings, accountColumns, toView } from './account-rows.ts'
import { updatePassword } from './update-password.ts'

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, changes, cipher } = options
  const find = async (userId: UserId, id: AccountId) => {
    const [row] = await database.query<AccountRow>(
      `select ${accountColumns} from mail_account where user_id = $1 and id = $2`,
      [userId, id],
    )
    return row
  }
  return {
    discover: (userId, address) => options.discover(userId)(address),
    add: (userId, form, ports) => addAccount(options, userId, form, ports),
    list: async (userId) => {
      const rows = await database.prepared<AccountRow>(
        'accounts-list',
        `select ${accountColumns} from mail_account where user_id = $1 order by sort_order, id`,
        [userId],
      )
      return rows.map(toView)
    },
    get: async (userId, id) => {
      const row = await find(userId, id)
      return row && toView(row)
    },
    updatePassword: async (userId, id, password) => {
      const row = await find(userId, id)
      return row && updatePassword(options, row, password)
    },
    remove: async (userId, id) => {
      const row = await find(userId, id)
      if (!row) return undefined
      const handedBack = await handBackGrant(options, id)
      await database.transaction((tx) => changes.close(tx, id))
      await options.events.publish('account-removed', { accountId: id })
      return { handedBack }
    },
    getProvider: async (id) => {
      const [row] = await database.query<Pick<AccountRow, 'provider'>>(
        'select provider from mail_account where id = $1',
        [id],
      )
      return row?.provider
    },
    credentials: async (id) => {
      const [row] = await database.query<{ address: string; settings: ImapAccountSettings; secret: string }>(
        `select address, settings, secret from mail_account where id = $1 and secret is not null`,
        [id],
      )
      if (!row) return undefined
      const { username, imap, smtp } = row.settings
      return {
        address: row.address,
        username,
        imap,
        smtp,
        password: cipher.open(row.secret, 'mail_account.secret'),
      }
    },
    setCondition: (id, condition, detail) => setCondition(options, id, condition, detail),
    activeIds: async () => {
      const rows = await database.query<{ id: AccountId }>('select id from mail_account order by id')
      return rows.map((row) => row.id)
    },
    getOwner: async (id) => {
      const [row] = await database.query<{ user_id: UserId }>(
        'select user_id from mail_account where id = $1',
        [id],
      )
      return row?.user_id
    },
    ownAddresses: async (userId) => {
      const rows = await database.query<{ address: string }>(
        'select lower(address) as address from mail_account where user_id = $1',
        [userId],
      )
      return new Set(rows.map((row) => row.address))
    },
    health: (user) => healthCards(options, user),
    grants: createGrants(options),
    providers: createProviders(options),
    calendarSources: { ...createCalendarSources(options), ...createSourcesOfUser(options) },
  }
}

import type { UserId } from '@plmail/wire'
import pg from 'pg'
import type { Tx } from '../store/index.ts'
import { type CheckedForm, checkForm } from './check-form.ts'
import type { AccountsOptions } from './options.ts'
import type { AccountForm, AddedAccount, FieldProblem, Ports } from './types.ts'
import { probeBoth } from './probe-both.ts'
import { type AccountRow, type ImapAccountSettings, accountColumns, toView } from './account-rows.ts'

/** Checks, signs in, saves. Nothing is saved that was not proven to work. */
export async function addAccount(
  options: AccountsOptions,
  userId: UserId,
  form: AccountForm,
  ports: Ports,
): Promise<AddedAccount> {
  const checked = checkForm(form, { ...options, ports })
  if (Array.isArray(checked)) return { ok: false, problems: checked }
  if (await isConnected(options, userId, checked.address)) return { ok: false, problems: [connectedAlready] }
  const problems = await probeBoth(options, checked, checked.password, userId)
  if (problems.length > 0) return { ok: false, problems }
  const row = await save(options, userId, checked)
  if (!row) return { ok: false, problems: [connectedAlready] }
  await options.events.publish('account-added', { accountId: row.id })
  return { ok: true, account: toView(row) }
}

const connectedAlready: FieldProblem = {
  pointer: '/address',
  problem: { problem: 'accounts/connected-already' },
}

async function isConnected({ database }: AccountsOptions, userId: UserId, address: string): Promise<boolean> {
  const rows = await database.query(
    `select 1 from mail_account where user_id = $1 and provider = 'imap' and lower(address) = lower($2)`,
    [userId, address],
  )
  return rows.length > 0
}

/** Undefined: somebody else connected the same address while we were signing in. */
async function save(
  { database, changes, cipher, clock }: AccountsOptions,
  userId: UserId,
  form: CheckedForm,
): Promise<AccountRow | undefined> {
  const { username, imap, smtp } = form
  const settings: ImapAccountSettings = { username, imap, smtp }
  const insert = async (tx: Tx) => {
    const id = await changes.open(tx, userId, 'mail')
    const [row] = await tx.query<AccountRow>(
      `insert into mail_account (id, user_id, provider, address, name, settings, secret, condition_since, created_at, sort_order)
       values ($1, $2, 'imap', $3, $4, $5, $6, $7, $7,
         (select coalesce(max(sort_order) + 1, 0) from mail_account where user_id = $2))
       returning ${accountColumns}`,
      [id, userId, form.address, form.name, settings, cipher.seal(form.password), clock.now()],
    )
    return row
  }
  try {
    return await database.transaction(insert)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'mail_account_address') return undefined
    throw error
  }
}

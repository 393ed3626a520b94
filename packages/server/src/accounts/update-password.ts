import { passwordProblems } from './check-form.ts'
import type { AccountsOptions } from './options.ts'
import type { AddedAccount, FieldProblem } from './types.ts'
import { probeBoth } from './probe-both.ts'
import { type AccountRow, accountColumns, toView } from './account-rows.ts'

const noPassword: FieldProblem = {
  pointer: '/password',
  problem: { problem: 'accounts/no-password' },
}

/** Replaces the password once it was seen to work; the trouble it caused is over with that. */
export async function updatePassword(
  options: AccountsOptions,
  { id, user_id: userId, settings }: AccountRow,
  password: string,
): Promise<AddedAccount | undefined> {
  const { database, cipher, clock } = options
  if (!settings.imap) return { ok: false, problems: [noPassword] }
  const invalid = passwordProblems(password)
  if (invalid.length > 0) return { ok: false, problems: invalid }
  const problems = await probeBoth(options, settings, password, userId)
  if (problems.length > 0) return { ok: false, problems }
  const [row] = await database.query<AccountRow>(
    `update mail_account set secret = $2,
       condition_since = case when condition in ('new', 'ok') then condition_since else $3 end,
       condition = case when condition = 'new' then 'new' else 'ok' end, condition_detail = null
     where id = $1 returning ${accountColumns}`,
    [id, cipher.seal(password), clock.now()],
  )
  if (!row) return undefined
  await options.events.publish('account-credentials-changed', { accountId: id })
  return { ok: true, account: toView(row) }
}

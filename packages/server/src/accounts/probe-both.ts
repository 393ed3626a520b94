import type { UserId } from '@plmail/wire'
import { addressProblems } from './allowed-servers.ts'
import type { AccountsOptions } from './options.ts'
import type { FieldProblem } from './types.ts'
import type { ImapAccountSettings } from './account-rows.ts'
import { connectionProblem } from './connection-problem.ts'

/** Signs in to both servers at once and says what is wrong with either; a wrong password is said once. */
export async function probeBoth(
  options: Pick<AccountsOptions, 'probes' | 'allowedServers' | 'listAddresses'>,
  { username, imap, smtp }: ImapAccountSettings,
  password: string,
  owner: UserId,
): Promise<FieldProblem[]> {
  const { probes } = options
  const refused = await addressProblems(options, { imap, smtp })
  if (refused.length > 0) return refused
  const [read, sent] = await Promise.all([
    probes.imap({ ...imap, username }, password, owner),
    probes.smtp({ ...smtp, username }, password, owner),
  ])
  const problems = [
    ...(read.ok ? [] : [connectionProblem('imap', imap, read)]),
    ...(sent.ok ? [] : [connectionProblem('smtp', smtp, sent)]),
  ]
  return problems.filter(
    (problem, at) => problems.findIndex((earlier) => earlier.pointer === problem.pointer) === at,
  )
}

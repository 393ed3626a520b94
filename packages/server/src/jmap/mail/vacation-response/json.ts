import { createHash } from 'node:crypto'
import type { Answered, ProvidedVacation, Vacations } from '../../../accounts/index.ts'
import { readAccount } from '../../engine/arguments.ts'
import { type Arguments, type Caller, type JmapAccount, MethodFailure } from '../../engine/method.ts'

export interface VacationMethodNeeds {
  vacations: Pick<Vacations, 'read' | 'write'>
}

/** There is one in each account, and this is its id (RFC 8621 §8). */
export const singleton = 'singleton'

export const vacationProperties = ['id', 'isEnabled', 'fromDate', 'toDate', 'subject', 'textBody', 'htmlBody']

/** Providers keep HTML, some a text beside it; some find a subject themselves. */
export function vacationJson({
  isEnabled,
  period,
  subject,
  text = null,
  html,
}: ProvidedVacation): Record<string, unknown> {
  return {
    id: singleton,
    isEnabled,
    fromDate: utcText(period?.from),
    toDate: utcText(period?.to),
    subject,
    textBody: text,
    htmlBody: html,
  }
}

/** Without the fraction that is nought (RFC 8620 §1.4). */
const utcText = (at: Date | null | undefined): string | null =>
  at?.toISOString().replace('.000Z', 'Z') ?? null

/** Returns the state as a digest of the current values, the only ones known. */
export const stateOfVacation = (vacation: ProvidedVacation): string =>
  createHash('sha256').update(JSON.stringify(vacation)).digest('base64url').slice(0, 16)

/** The mail account named by `accountId`, where its provider lets it be set. */
export function readVacationAccount(args: Arguments, caller: Caller): JmapAccount {
  const account = readAccount(args, caller)
  if (account.hasVacation === true) return account
  throw new MethodFailure('accountNotSupportedByMethod')
}

/** Throws `serverUnavailable` (RFC 8620 §3.6.2) when the provider cannot be asked, `forbidden` when it will not say. */
export function answerOrThrow<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value
  throw new MethodFailure(answer.why === 'refused' ? 'forbidden' : 'serverUnavailable', answer.problem)
}

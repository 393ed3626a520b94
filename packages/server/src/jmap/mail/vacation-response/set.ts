import { type AccountId, accountWireId } from '@plmail/wire'
import type { ProvidedVacation } from '../../../accounts/index.ts'
import {
  readIds,
  type JsonObject,
  readObjects,
  onlyKnown,
  optionalString,
  withinSetLimit,
} from '../../engine/arguments.ts'
import { limits } from '../../engine/limits.ts'
import { type Arguments, type Method, MethodFailure } from '../../engine/method.ts'
import {
  invalidProperties,
  nothingSet,
  type SetError,
  type SetOutcome,
  setResults,
} from '../../engine/set.ts'
import { patchVacation } from './patch.ts'
import {
  singleton,
  stateOfVacation,
  answerOrThrow,
  type VacationMethodNeeds,
  readVacationAccount,
  vacationJson,
} from './json.ts'

/** VacationResponse/set (RFC 8621 §8.2): changed at the provider before it is answered. */
export function vacationResponseSet({ vacations }: VacationMethodNeeds): Method {
  return {
    writes: true,
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ifInState', 'create', 'update', 'destroy'])
      const account = readVacationAccount(args, caller)
      const { outcome, patch } = checkArguments(args)
      const before = answerOrThrow(await vacations.read(account.id))
      const expected = optionalString(args, 'ifInState')
      if (expected !== undefined && expected !== stateOfVacation(before))
        throw new MethodFailure('stateMismatch')
      const after =
        patch === undefined ? before : await changed(vacations, account.id, before, patch, outcome)
      return {
        accountId: accountWireId.encode(account.id),
        oldState: stateOfVacation(before),
        newState: stateOfVacation(after),
        ...setResults(outcome),
      }
    },
  }
}

/** Nothing is made or destroyed: there is always the one. */
function checkArguments(args: Arguments): { outcome: SetOutcome; patch: JsonObject | undefined } {
  const create = readObjects(args, 'create')
  const update = readObjects(args, 'update')
  const destroy = readIds(args, 'destroy', limits.maxObjectsInSet) ?? []
  withinSetLimit(create.length + update.length + destroy.length)
  const outcome = nothingSet()
  for (const [name] of create) outcome.notCreated.set(name, { type: 'singleton' })
  for (const id of destroy)
    outcome.notDestroyed.set(id, { type: id === singleton ? 'singleton' : 'notFound' })
  for (const [id] of update) if (id !== singleton) outcome.notUpdated.set(id, { type: 'notFound' })
  return { outcome, patch: update.find(([id]) => id === singleton)?.[1] }
}

/** Returns the vacation after the update; `outcome` records why it is not the requested one. */
async function changed(
  vacations: VacationMethodNeeds['vacations'],
  accountId: AccountId,
  before: ProvidedVacation,
  patch: JsonObject,
  outcome: SetOutcome,
): Promise<ProvidedVacation> {
  const refuse = (error: SetError) => {
    outcome.notUpdated.set(singleton, error)
    return before
  }
  const vacation = patchVacation(before, patch)
  if ('bad' in vacation) return refuse(invalidProperties(vacation.bad, vacation.why))
  const written = await vacations.write(accountId, vacation)
  if (!written.ok && written.why === 'refused')
    return refuse({ type: 'forbidden', description: written.problem })
  answerOrThrow(written)
  // Providers tidy up what they are given.
  const after = answerOrThrow(await vacations.read(accountId))
  outcome.updated.set(singleton, differences(patch, vacationJson(after)))
  return after
}

/** Returns properties that were set and got another value (RFC 8620 §5.3); null when there are none. */
function differences(patch: JsonObject, after: JsonObject): Record<string, unknown> | null {
  const serverChanged = Object.entries(after).filter(
    ([name, value]) => name in patch && patch[name] !== value,
  )
  const isMadeHtml = 'textBody' in patch && patch['textBody'] !== after['textBody']
  const more = isMadeHtml && !('htmlBody' in patch) ? [['htmlBody', after['htmlBody']] as const] : []
  const all = [...serverChanged, ...more]
  return all.length === 0 ? null : Object.fromEntries(all)
}

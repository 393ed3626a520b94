import { accountWireId } from '@plmail/wire'
import { readIds, invalid, onlyKnown, readStrings } from '../../engine/arguments.ts'
import { pick } from '../../engine/get.ts'
import { limits } from '../../engine/limits.ts'
import type { Method } from '../../engine/method.ts'
import {
  singleton,
  stateOfVacation,
  answerOrThrow,
  type VacationMethodNeeds,
  readVacationAccount,
  vacationJson,
  vacationProperties,
} from './json.ts'

/** VacationResponse/get (RFC 8621 §8.1): what the provider says at this moment. */
export function vacationResponseGet({ vacations }: VacationMethodNeeds): Method {
  return {
    run: async (args, { caller }) => {
      onlyKnown(args, ['accountId', 'ids', 'properties'])
      const account = readVacationAccount(args, caller)
      const ids = readIds(args, 'ids', limits.maxObjectsInGet) ?? [singleton]
      const properties = readStrings(args, 'properties')
      const unknown = properties?.find((name) => !vacationProperties.includes(name))
      if (unknown !== undefined)
        throw invalid('properties', `properties of the type, which ${unknown} is not`)
      const vacation = answerOrThrow(await vacations.read(account.id))
      const json = pick(vacationJson(vacation), properties && new Set(['id', ...properties]))
      return {
        accountId: accountWireId.encode(account.id),
        state: stateOfVacation(vacation),
        list: ids.includes(singleton) ? [json] : [],
        notFound: ids.filter((id) => id !== singleton),
      }
    },
  }
}

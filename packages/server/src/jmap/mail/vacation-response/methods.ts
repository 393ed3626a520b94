import type { Method } from '../../engine/method.ts'
import { vacationResponseGet } from './get.ts'
import type { VacationMethodNeeds } from './json.ts'
import { vacationResponseSet } from './set.ts'

export type { VacationMethodNeeds } from './json.ts'

/** The methods of RFC 8621 §8. */
export function vacationMethods(needs: VacationMethodNeeds): Array<[string, Method]> {
  return [
    ['VacationResponse/get', vacationResponseGet(needs)],
    ['VacationResponse/set', vacationResponseSet(needs)],
  ]
}

import { capability } from '@plmail/wire'
import type { Capability } from '../../engine/capability.ts'
import { vacationResponseGet } from './get.ts'
import type { VacationMethodNeeds } from './json.ts'
import { vacationResponseSet } from './set.ts'

/** RFC 8621 §8, where an account's provider lets its automatic reply be read and set. */
export function createVacationResponseCapability({ vacations }: VacationMethodNeeds): Capability {
  return {
    uri: capability.vacationResponse,
    ofAccount: ({ account }) => (account.hasVacation ? {} : undefined),
    isAnnouncedWithAccount: true,
    family: 'mail',
    methods: {
      'VacationResponse/get': vacationResponseGet({ vacations }),
      'VacationResponse/set': vacationResponseSet({ vacations }),
    },
  }
}

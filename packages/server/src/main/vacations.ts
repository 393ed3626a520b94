import type { AccountId } from '@plmail/wire'
import { createVacations, type Vacations } from '../accounts/index.ts'
import { createMicrosoftOAuth, createMicrosoftVacation } from '../providers/microsoft/index.ts'
import { microsoftEndpointsInForce, tokensOf } from './provider-sign-in.ts'
import type { SessionNeeds } from './provider-sessions.ts'

/** Microsoft lets it be set by what is asked for anyway; Google asks for a permission of its own (docs/decisions/0074). */
export function vacationsOf(needs: SessionNeeds): Vacations {
  const { database, fetch, clock } = needs
  const endpoints = needs.endpoints.microsoft
  const microsoft = createMicrosoftOAuth({ endpoints, fetch, clock })
  return createVacations({
    database,
    // The permission for categories is the one for all settings of a mailbox.
    isGranted: (provider, scopes) =>
      provider === 'provB' && !microsoft.missing(scopes).includes('categories'),
    open: async (id: AccountId) =>
      createMicrosoftVacation({
        endpoints: await microsoftEndpointsInForce(needs.accounts, needs.endpoints),
        ...{ fetch, clock },
        tokens: tokensOf(needs.accounts, id),
      }),
  })
}

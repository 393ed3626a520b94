import type { AccountId } from '@plmail/wire'
import { createVacations, type Vacations } from '../accounts/index.ts'
import { createGoogleVacation, vacationScope } from '../providers/google/index.ts'
import { createMicrosoftOAuth, createMicrosoftVacation } from '../providers/microsoft/index.ts'
import { microsoftEndpointsInForce, tokensOf } from './provider-sign-in.ts'
import { googleNeedsOf, type SessionNeeds } from './provider-sessions.ts'

/**
 * Microsoft lets it be set by what is asked for anyway; Google wants a permission of its own, which is asked for when
 * somebody wants it (docs/decisions/0074).
 */
export function vacationsOf(needs: SessionNeeds): Vacations {
  const { database, fetch, clock } = needs
  const endpoints = needs.endpoints.microsoft
  const microsoft = createMicrosoftOAuth({ endpoints, fetch, clock })
  return createVacations({
    database,
    isGranted: (provider, scopes) =>
      provider === 'provA'
        ? scopes.includes(vacationScope)
        : // The permission for categories is the one for all settings of a mailbox.
          !microsoft.missing(scopes).includes('categories'),
    open: async (id: AccountId) =>
      (await needs.accounts.providerOf(id)) === 'provA'
        ? createGoogleVacation(googleNeedsOf(needs, id, 0))
        : createMicrosoftVacation({
            endpoints: await microsoftEndpointsInForce(needs.accounts, needs.endpoints),
            fetch,
            clock,
            tokens: tokensOf(needs.accounts, id),
          }),
  })
}

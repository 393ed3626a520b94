import { type ProblemDetail, ProviderName } from '@plmail/wire'
import type { GrantFailure, ScopeName, ScopeNeed } from '../../providers/contract/index.ts'
import { screenName } from './provider-names.ts'

/** A problem and its remedy. */
export interface Explanation {
  problem: ProblemDetail
  advice: ProblemDetail
}

/** Explains why a sign-in or a stored grant failed, for the person who can act on it. */
export function explainFailure(providerName: ProviderName, failure: GrantFailure): Explanation {
  const provider = screenName[providerName]
  const serverText = 'said' in failure ? withoutEnd(failure.said) : undefined
  switch (failure.kind) {
    case 'expired-grant':
      return { problem: { problem: 'oauth/sign-in-over', provider, serverText }, advice: again }
    case 'missing-scope':
      return {
        problem: { problem: 'oauth/not-granted', provider, permissions: getPermissions(failure.names) },
        advice: {
          problem:
            providerName === ProviderName.google ? 'oauth/advice-tick-every-box' : 'oauth/advice-accept-all',
        },
      }
    case 'wrong-client':
      return {
        problem: clientProblem(provider, failure.what, serverText),
        advice: { problem: 'oauth/advice-for-administrator' },
      }
    case 'wrong-tenant':
      return {
        problem: { problem: `oauth/${failure.what}` },
        advice: {
          problem:
            failure.what === 'other-tenant' ? 'oauth/advice-other-account' : 'oauth/advice-tenant-field',
        },
      }
    case 'consent-needed':
      return failure.from === 'user'
        ? {
            problem: { problem: 'oauth/consent-needed', provider },
            advice: { problem: 'oauth/advice-accept-all' },
          }
        : {
            problem: { problem: 'oauth/blocked-by-organisation', serverText },
            advice: { problem: 'oauth/advice-ask-organisation', provider },
          }
    case 'declined':
      return { problem: { problem: 'oauth/declined', provider }, advice: again }
    case 'throttled':
    case 'unreachable':
      return { problem: { problem: `oauth/${failure.kind}`, provider }, advice: inMinutes }
    case 'switched-off':
      return {
        problem: { problem: 'condition/switched-off', host: provider },
        advice: { problem: 'oauth/advice-ask-administrator' },
      }
    case 'refused':
      return { problem: { problem: 'oauth/refused', provider, serverText }, advice: again }
  }
}

const again = { problem: 'oauth/advice-again' } as const
const inMinutes = { problem: 'oauth/advice-few-minutes' } as const

/** The provider's words as a quotation: what ends a sentence is put behind it. */
export const withoutEnd = (serverText: string): string => serverText.replace(/[.\s]+$/, '')

function clientProblem(
  provider: string,
  what: Extract<GrantFailure, { kind: 'wrong-client' }>['what'],
  serverText: string | undefined,
): ProblemDetail {
  switch (what) {
    case 'secret':
      return { problem: 'oauth/client-secret-refused', provider, serverText }
    case 'secret-expired':
      return { problem: 'oauth/client-secret-expired', provider }
    case 'id':
      return { problem: 'oauth/client-unknown', provider, serverText }
    case 'redirect-uri':
      return { problem: 'oauth/redirect-uri-unknown', provider }
    case 'permissions':
      return { problem: 'oauth/registration-lacks-permissions', provider, serverText }
  }
}

export const getPermissions = (names: readonly ScopeName[]): ProblemDetail[] =>
  names.map((name) => ({ problem: `permission/${name}` }))

/** Names the permissions that were not granted, and the matching boxes of the provider's page, where it has boxes. */
export function missingProblem(providerName: ProviderName, needs: readonly ScopeNeed[]): ProblemDetail {
  const provider = screenName[providerName]
  const permissions = getPermissions(needs.map(({ name }) => name))
  const boxes = needs.flatMap(({ box }): ProblemDetail[] =>
    box === undefined ? [] : [{ problem: 'other/quoted', text: box }],
  )
  return boxes.length === 0
    ? { problem: 'oauth/not-granted', provider, permissions }
    : { problem: 'oauth/boxes-unticked', provider, permissions, boxes }
}

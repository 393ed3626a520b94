import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import type { VirtualClock } from '../../clock/clock.ts'
import type { EmulatedAnswer } from '../../http/answer.ts'
import type { IssuedGrants } from './grants.ts'
import type { IdentifiedPerson, Signer } from './id-token.ts'

export interface TokenInfoNeeds {
  grants: IssuedGrants
  signer: Signer
  people: ReadonlyMap<string, IdentifiedPerson>
  clock: VirtualClock
}

const invalid: EmulatedAnswer = {
  status: 400,
  body: { error: 'invalid_token', error_description: 'Invalid Value' },
}

/** Claims and scopes of an access token or an ID token. Every value is text, numbers and booleans too [S]. */
export async function tokenInfo(needs: TokenInfoNeeds, query: URLSearchParams): Promise<EmulatedAnswer> {
  const idToken = query.get('id_token')
  return idToken === null ? accessInfo(needs, query.get('access_token') ?? '') : idInfo(needs, idToken)
}

function accessInfo({ grants, people, clock }: TokenInfoNeeds, token: string): EmulatedAnswer {
  const access = grants.accessToken(token)
  const person = access && people.get(access.grant.email)
  if (!access || !person) return invalid
  const { client } = access.grant
  const isEmailKnown = access.scopes.some((scope) => scope.endsWith('/userinfo.email'))
  const lifeMs = access.expiresAt.getTime() - clock.now().getTime()
  return {
    status: 200,
    body: {
      azp: client,
      aud: client,
      sub: person.sub,
      scope: access.scopes.join(' '),
      exp: String(Math.floor(access.expiresAt.getTime() / 1000)),
      access_type: 'offline',
      expires_in: String(Math.floor(lifeMs / 1000)),
      ...(isEmailKnown && { email: person.email, email_verified: 'true' }),
    },
  }
}

async function idInfo({ signer, clock }: TokenInfoNeeds, token: string): Promise<EmulatedAnswer> {
  try {
    const keys = createLocalJWKSet(signer.keySet())
    const { payload, protectedHeader } = await jwtVerify(token, keys, { currentDate: clock.now() })
    const claims = Object.entries({
      ...payload,
      alg: protectedHeader.alg,
      kid: protectedHeader.kid,
      typ: 'JWT',
    })
    return { status: 200, body: Object.fromEntries(claims.map(([name, value]) => [name, String(value)])) }
  } catch (error) {
    if (error instanceof errors.JOSEError) return invalid
    throw error
  }
}

import type { ProviderForm, ProviderName, ProviderSettings as WireSettings, SignInOffer } from '@plmail/wire'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  isProviderName,
  type CodedStep,
  providerNames,
  type Providers,
  type RegistrationView,
  screenName,
} from '../../accounts/index.ts'
import type { Audit, SignedIn } from '../../people/index.ts'
import { Problem } from '../guard/index.ts'
import { browserActor } from './audit-actor.ts'
import { checkedBody } from './checked-body.ts'

export interface ProvidersApiNeeds {
  providers: Pick<Providers, 'settings' | 'save'>
  /** Every step of the registration, judged now. */
  steps(provider: ProviderName): Promise<CodedStep[]>
  audit: Pick<Audit, 'note'>
  /** Throws a Problem unless an administrator asks, from a page of ours. */
  requireAdmin(request: FastifyRequest, reply: FastifyReply): Promise<SignedIn>
}

const value = Type.Optional(Type.String({ maxLength: 500 }))

const form = Type.Object({
  clientId: value,
  clientSecret: value,
  secretExpiresOn: value,
  tenant: value,
  cloud: value,
  topic: value,
  pushToken: value,
  pushServiceAccount: value,
  pushAudience: value,
})

interface WithProvider {
  Params: { provider: string }
}

/**
 * This server's registrations with Google and Microsoft: `/api/admin/providers` and below.
 * `GET` lists them, `POST …/{provider}` changes what the form names (empty removes it), `POST …/{provider}/check` asks the
 * provider what it thinks of the registration. Secrets are written, never read.
 */
export function providersApi({
  providers,
  steps,
  audit,
  requireAdmin,
}: ProvidersApiNeeds): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/admin/providers', async (request, reply) => {
      await requireAdmin(request, reply)
      const all = await Promise.all(providerNames.map((provider) => providers.settings(provider)))
      return { providers: all.map(wireSettings) }
    })
    app.post<WithProvider>('/api/admin/providers/:provider', async (request, reply) => {
      const signedIn = await requireAdmin(request, reply)
      const provider = readProvider(request.params.provider)
      const body = checkedBody<ProviderForm>(form, request.body)
      const saved = await providers.save(provider, body)
      if (!saved.ok) throw new Problem('invalid', { errors: saved.problems })
      await audit.note({
        action: 'provider-changed',
        actor: browserActor(request, signedIn),
        subject: { userId: null, name: screenName[provider] },
        detail: { fields: Object.keys(body).toSorted().join(', ') },
      })
      return wireSettings(saved.settings)
    })
    app.post<WithProvider>('/api/admin/providers/:provider/check', async (request, reply) => {
      await requireAdmin(request, reply)
      const provider = readProvider(request.params.provider)
      return { steps: await steps(provider) } satisfies { steps: CodedStep[] }
    })
  }
}

/** The providers as the account page offers them. */
export async function signInOffers(providers: Pick<Providers, 'ready'>): Promise<SignInOffer[]> {
  const ready = await providers.ready()
  return providerNames.map((provider) => ({
    provider,
    name: screenName[provider],
    isReady: ready.includes(provider),
  }))
}

function readProvider(text: string): ProviderName {
  if (!isProviderName(text))
    throw new Problem('not-found', { detail: { problem: 'registration/no-such-provider' } })
  return text
}

function wireSettings(settings: RegistrationView): WireSettings {
  return { ...settings, name: screenName[settings.provider] }
}

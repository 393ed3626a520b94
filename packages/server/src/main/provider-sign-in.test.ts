import type { AccountId } from '@plmail/wire'
import { describe, expect, test } from 'vitest'
import type { Grants } from '../accounts/index.ts'
import { ConfigurationError } from '../config/index.ts'
import { ProviderError } from '../providers/contract/index.ts'
import { googleEndpoints } from '../providers/google/endpoints.ts'
import { chooseEndpoints, createTokens } from './provider-sign-in.ts'

describe('the addresses of the providers', () => {
  test('are their own, but for those that were replaced', () => {
    const found = chooseEndpoints({
      providerEndpoints: {
        google: { token: 'http://127.0.0.1:1/token' },
        microsoft: { uploadOrigins: ['http://127.0.0.1:2'] },
      },
    })
    expect(found.google).toEqual({ ...googleEndpoints, token: 'http://127.0.0.1:1/token' })
    expect(found.microsoft).toMatchObject({
      login: 'https://login.microsoftonline.com',
      uploadOrigins: ['http://127.0.0.1:2'],
    })
  })

  test('cannot be replaced by a name that is none, or by one where a list belongs', () => {
    const wrong = () =>
      chooseEndpoints({
        providerEndpoints: {
          google: { tokens: 'http://127.0.0.1:1', revoke: ['http://127.0.0.1:1'] },
          microsoft: { uploadOrigins: 'http://127.0.0.1:1' },
        },
      })
    const setting = 'PROVIDER_ENDPOINTS'
    expect(wrong).toThrow(
      new ConfigurationError([
        { setting, fault: 'unknown-endpoint', endpoint: 'google.tokens' },
        { setting, fault: 'endpoint-is-one', endpoint: 'google.revoke' },
        { setting, fault: 'endpoint-is-list', endpoint: 'microsoft.uploadOrigins' },
      ]),
    )
  })
})

describe('tokens for the clients of a provider', () => {
  const until = new Date('2026-03-01T12:00:00Z')
  const thrownFor = async (
    failure: Extract<Awaited<ReturnType<Grants['accessToken']>>, { ok: false }>['failure'],
  ) => {
    const accessToken: Grants['accessToken'] = async () => ({ ok: false, failure })
    const tokens = createTokens({ grants: { accessToken } as Grants }, 7 as AccountId)
    return tokens().then(
      () => undefined,
      (error: unknown) => error,
    )
  }

  test.each([
    [{ kind: 'gone' }, 'gone'],
    [{ kind: 'expired-grant', why: 'dead', said: 'x' }, 'expired-grant'],
    [{ kind: 'missing-scope', names: ['mail'] }, 'denied'],
    [{ kind: 'consent-needed', from: 'user', said: 'x' }, 'denied'],
    [{ kind: 'consent-needed', from: 'administrator', said: 'x' }, 'blocked'],
    [{ kind: 'wrong-client', what: 'secret', said: 'x' }, 'wrong-client'],
    [{ kind: 'wrong-tenant', what: 'other-tenant', said: 'x' }, 'wrong-client'],
    [{ kind: 'throttled', until }, 'throttled'],
    [{ kind: 'unreachable', said: 'x' }, 'unreachable'],
    [{ kind: 'refused', said: 'x' }, 'refused'],
  ] as const)('%j is thrown as %s', async (failure, kind) => {
    const thrown = await thrownFor(failure as Parameters<typeof thrownFor>[0])
    expect(thrown).toBeInstanceOf(ProviderError)
    expect(thrown).toMatchObject({
      kind,
      ...('until' in failure && { until }),
      ...('said' in failure && { detail: 'x' }),
    })
  })

  test('a refused token is passed on', async () => {
    const asked: unknown[] = []
    const accessToken: Grants['accessToken'] = async (...all) => {
      asked.push(all)
      return { ok: true, token: 'new', expiresAt: until, scopes: [] }
    }
    const tokens = createTokens({ grants: { accessToken } as Grants }, 7 as AccountId)
    expect(await tokens({ refused: 'old' })).toBe('new')
    expect(asked).toEqual([[7, { refused: 'old' }]])
  })
})

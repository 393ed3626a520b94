import type { ProviderName, ValueSource } from '@plmail/wire'
import type { Cipher, Sql } from '../../store/index.ts'
import { isMicrosoftCloud } from '../../providers/contract/index.ts'
import type { ProviderInForce } from './types.ts'

/** Registration values from the environment; blank variables are left out. */
export interface ProviderEnvironment {
  clientId?: string
  clientSecret?: string
  tenant?: string
  cloud?: string
  topic?: string
  pushToken?: string
  pushServiceAccount?: string
  pushAudience?: string
}

export interface InForceNeeds {
  database: Sql
  cipher: Cipher
  environment: Readonly<Record<ProviderName, ProviderEnvironment>>
}

/** A value with its origin; undefined where there is none. */
export interface Sourced {
  value: string
  from: Exclude<ValueSource, null>
}

export interface SourcedValues {
  clientId: Sourced | undefined
  clientSecret: Sourced | undefined
  tenant: Sourced | undefined
  cloud: Sourced | undefined
  topic: Sourced | undefined
  pushToken: Sourced | undefined
  pushServiceAccount: Sourced | undefined
  pushAudience: Sourced | undefined
  /** Expiry date of the stored secret, when it is in force. */
  secretExpiresOn: string | null
}

export interface StoredValues {
  client_id: string | null
  client_secret: string | null
  tenant: string | null
  cloud: string | null
  topic: string | null
  push_token: string | null
  push_service_account: string | null
  push_audience: string | null
  /** `YYYY-MM-DD`. */
  secret_expires_on: string | null
}

const nothing: StoredValues = {
  client_id: null,
  client_secret: null,
  tenant: null,
  cloud: null,
  topic: null,
  push_token: null,
  push_service_account: null,
  push_audience: null,
  secret_expires_on: null,
}

export async function selectStoredValues(database: Sql, provider: ProviderName): Promise<StoredValues> {
  const [row] = await database.query<StoredValues>(
    `select client_id, client_secret, tenant, cloud, topic, push_token, push_service_account, push_audience,
       secret_expires_on::text
     from provider_configuration where provider = $1`,
    [provider],
  )
  return row ?? nothing
}

/**
 * A stored value wins when it is set. Client ID and secret belong together: half a pair never shadows a whole one in
 * the environment (spec, Provider configuration).
 */
export async function sourcedValues(
  { database, cipher, environment }: InForceNeeds,
  provider: ProviderName,
): Promise<SourcedValues> {
  const row = await selectStoredValues(database, provider)
  const variables = environment[provider]
  const decryptColumn = (stored: string | null, column: string) =>
    stored === null ? null : cipher.open(stored, `provider_configuration.${column}`)
  const secret = decryptColumn(row.client_secret, 'client_secret')
  const isHalf = (row.client_id === null) !== (secret === null)
  const isWholeOutside = variables.clientId !== undefined && variables.clientSecret !== undefined
  const pair =
    isHalf && isWholeOutside
      ? { id: undefined, secret: undefined }
      : { id: row.client_id ?? undefined, secret: secret ?? undefined }
  const isStoredPair = pair.id !== undefined || pair.secret !== undefined
  return {
    clientId: isStoredPair ? stored(pair.id) : outside(variables.clientId),
    clientSecret: isStoredPair ? stored(pair.secret) : outside(variables.clientSecret),
    tenant: stored(row.tenant ?? undefined) ?? outside(variables.tenant),
    cloud: stored(row.cloud ?? undefined) ?? outside(variables.cloud),
    topic: stored(row.topic ?? undefined) ?? outside(variables.topic),
    pushToken:
      stored(decryptColumn(row.push_token, 'push_token') ?? undefined) ?? outside(variables.pushToken),
    pushServiceAccount:
      stored(row.push_service_account ?? undefined) ?? outside(variables.pushServiceAccount),
    pushAudience: stored(row.push_audience ?? undefined) ?? outside(variables.pushAudience),
    secretExpiresOn: pair.secret === undefined ? null : row.secret_expires_on,
  }
}

const sourced =
  (from: Sourced['from']) =>
  (value: string | undefined): Sourced | undefined =>
    value === undefined ? undefined : { value, from }

const stored = sourced('stored')
const outside = sourced('environment')

export async function inForce(needs: InForceNeeds, provider: ProviderName): Promise<ProviderInForce> {
  const values = await sourcedValues(needs, provider)
  const { clientId, clientSecret, tenant, cloud, topic, pushToken, pushServiceAccount, pushAudience } = values
  return {
    client:
      clientId && clientSecret
        ? {
            id: clientId.value,
            secret: clientSecret.value,
            ...(tenant && { tenant: tenant.value }),
            ...(cloud && isMicrosoftCloud(cloud.value) && { cloud: cloud.value }),
          }
        : undefined,
    topic: topic?.value,
    pushToken: pushToken?.value,
    pushIdentity: pushServiceAccount && {
      serviceAccount: pushServiceAccount.value,
      audience: pushAudience?.value,
    },
  }
}

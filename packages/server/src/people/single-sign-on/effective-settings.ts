import type { ValueSource } from '@plmail/wire'
import type { Cipher, Sql } from '../../store/index.ts'
import type { AdmissionRules, IdentityProvider, SingleSignOnEnvironment } from './types.ts'

export interface SettingsNeeds {
  store: Sql
  cipher: Cipher
  environment: SingleSignOnEnvironment
}

export interface StoredSettings {
  issuer: string | null
  client_id: string | null
  client_secret: string | null
  button_name: string | null
  links_verified_addresses: boolean
  makes_people: boolean
  domains: string[]
  groups: string[]
  groups_claim: string
  administrator_group: string | null
  second_factor_values: string[]
  is_only_way: boolean | null
}

const noSettings: StoredSettings = {
  issuer: null,
  client_id: null,
  client_secret: null,
  button_name: null,
  links_verified_addresses: false,
  makes_people: false,
  domains: [],
  groups: [],
  groups_claim: 'groups',
  administrator_group: null,
  second_factor_values: [],
  is_only_way: null,
}

export async function storedSettings(store: Sql): Promise<StoredSettings> {
  const [row] = await store.query<StoredSettings>(
    `select issuer, client_id, client_secret, button_name, links_verified_addresses, makes_people, domains, groups,
       groups_claim, administrator_group, second_factor_values, is_only_way
     from single_sign_on_configuration`,
  )
  return row ?? noSettings
}

interface Sourced {
  value: string
  from: Exclude<ValueSource, null>
}

export interface EffectiveSettings {
  issuer: Sourced | undefined
  clientId: Sourced | undefined
  clientSecret: Sourced | undefined
  name: Sourced | undefined
  /** Whole, or not at all. */
  provider: IdentityProvider | undefined
  isOnlyWay: { value: boolean; from: ValueSource }
  rules: AdmissionRules
}

export async function effectiveSettings(needs: SettingsNeeds): Promise<EffectiveSettings> {
  return effectiveOf(needs, await storedSettings(needs.store))
}

/**
 * A stored value wins when it is set. Issuer, client ID and secret belong together: a stored part never mixes with the
 * environment's, which would show a secret to another provider.
 */
export function effectiveOf(
  { environment, cipher }: Pick<SettingsNeeds, 'environment' | 'cipher'>,
  row: StoredSettings,
): EffectiveSettings {
  const isStored = row.issuer !== null || row.client_id !== null || row.client_secret !== null
  const secret =
    row.client_secret === null
      ? undefined
      : cipher.open(row.client_secret, 'single_sign_on_configuration.client_secret')
  const issuer = pick(isStored, row.issuer, environment.issuer)
  const clientId = pick(isStored, row.client_id, environment.clientId)
  const clientSecret = pick(isStored, secret, environment.clientSecret)
  const name = pick(row.button_name !== null, row.button_name, environment.name)
  const provider =
    issuer && clientId && clientSecret
      ? {
          issuer: issuer.value,
          clientId: clientId.value,
          clientSecret: clientSecret.value,
          name: name?.value ?? new URL(issuer.value).host,
        }
      : undefined
  return {
    issuer,
    clientId,
    clientSecret,
    name,
    provider,
    isOnlyWay: onlyWay(row, environment),
    rules: rulesOf(row),
  }
}

function pick(
  isStored: boolean,
  stored: string | null | undefined,
  outside: string | undefined,
): Sourced | undefined {
  const value = isStored ? stored : outside
  return value == null ? undefined : { value, from: isStored ? 'stored' : 'environment' }
}

function onlyWay(row: StoredSettings, environment: SingleSignOnEnvironment): EffectiveSettings['isOnlyWay'] {
  if (row.is_only_way !== null) return { value: row.is_only_way, from: 'stored' }
  return { value: environment.isOnlyWay, from: environment.isOnlyWay ? 'environment' : null }
}

const rulesOf = (row: StoredSettings): AdmissionRules => ({
  linksVerifiedAddresses: row.links_verified_addresses,
  makesPeople: row.makes_people,
  domains: row.domains,
  groups: row.groups,
  groupsClaim: row.groups_claim,
  administratorGroup: row.administrator_group ?? undefined,
  secondFactorValues: row.second_factor_values,
})

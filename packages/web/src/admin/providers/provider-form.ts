import type { ProviderForm, ProviderSettings } from '@plmail/wire'

/** The form as it is typed; a secret left empty stays as it is. */
export interface ProviderFields {
  clientId: string
  clientSecret: string
  secretExpiresOn: string
  tenant: string
  cloud: string
  topic: string
  pushToken: string
  pushServiceAccount: string
  pushAudience: string
}

/** The pointers the form shows errors at. */
export const providerPointers = [
  '/clientId',
  '/clientSecret',
  '/secretExpiresOn',
  '/tenant',
  '/cloud',
  '/topic',
  '/pushToken',
  '/pushServiceAccount',
  '/pushAudience',
] as const

/**
 * Returns the stored settings, ready to be edited. Values of the environment are shown beside the fields and not copied
 * into them.
 */
export function fieldsOf(settings: ProviderSettings): ProviderFields {
  const { clientId, secretExpiresOn, tenant, cloud, topic, pushServiceAccount, pushAudience } = settings
  const stored = (shown: { value: string | null; from: string | null } | null) =>
    shown?.from === 'stored' ? (shown.value ?? '') : ''
  return {
    clientId: stored(clientId),
    clientSecret: '',
    secretExpiresOn: secretExpiresOn ?? '',
    tenant: stored(tenant),
    cloud: stored(cloud),
    topic: stored(topic),
    pushToken: '',
    pushServiceAccount: stored(pushServiceAccount),
    pushAudience: stored(pushAudience),
  }
}

/** Returns the fields to send: those that differ from the stored ones. */
export function changesOf(fields: ProviderFields, settings: ProviderSettings): ProviderForm {
  const before = fieldsOf(settings)
  const changed = Object.entries(fields).filter(
    ([name, value]) => value.trim() !== before[name as keyof ProviderFields],
  )
  return Object.fromEntries(changed.map(([name, value]) => [name, value.trim()]))
}

/** Whether anything is stored that could be removed. */
export function isStored(settings: ProviderSettings): boolean {
  const { clientId, clientSecret, tenant, cloud, topic, pushToken, pushServiceAccount, pushAudience } =
    settings
  return [clientId, clientSecret, tenant, cloud, topic, pushToken, pushServiceAccount, pushAudience].some(
    (setting) => setting?.from === 'stored',
  )
}

/** Removes everything that is stored. */
export function emptied({ tenant, topic, pushToken }: ProviderSettings): ProviderForm {
  return {
    clientId: '',
    clientSecret: '',
    ...(tenant && { tenant: '', cloud: '' }),
    ...(topic && { topic: '' }),
    ...(pushToken && { pushToken: '', pushServiceAccount: '', pushAudience: '' }),
  }
}

/** Random bytes as characters that can stand in an address. */
export function tokenOf(random: Uint8Array): string {
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

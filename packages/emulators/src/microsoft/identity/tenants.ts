import {
  consumersTenant,
  getTenant,
  type Account,
  type Directory,
  type RegisteredClient,
} from './accounts.ts'
import { aadsts, type Aadsts } from './aadsts.ts'

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const words = ['common', 'organizations', 'consumers']

/** A tenant as the path names it: one of three words in lower case, or a GUID. */
export function readTenant(segment: string): string {
  const text = segment.toLowerCase()
  if (words.includes(text) || guid.test(text)) return text
  return text.includes('.') ? getTenant(text) : text
}

/** Whether the client may be used under this tenant at all. */
export function refuseTenant(
  directory: Directory,
  client: RegisteredClient,
  tenant: string,
): Aadsts | undefined {
  if (!words.includes(tenant) && !isKnown(directory, client, tenant)) return aadsts.unknownTenant(tenant)
  const only = client.tenant?.toLowerCase()
  if (only === undefined || only === 'common') return undefined
  if (only === 'organizations' || only === 'consumers') {
    const otherTenants = only === 'organizations' ? 'consumers' : 'organizations'
    return tenant === otherTenants ? aadsts.unknownClient(client.id, tenant) : undefined
  }
  if (tenant === 'common' || tenant === 'organizations') return aadsts.singleTenant(client.id, tenant)
  return tenant === only ? undefined : aadsts.unknownClient(client.id, tenant)
}

/** Whether this account may sign in to the client under this tenant: 50020 when it may not. */
export function refuseAccount(
  client: RegisteredClient,
  tenant: string,
  account: Account,
): Aadsts | undefined {
  const fits = [tenant, client.tenant?.toLowerCase() ?? 'common'].every((candidate) =>
    admits(candidate, account),
  )
  return fits ? undefined : aadsts.notInTenant(account.email, client.id)
}

function admits(tenant: string, account: Account): boolean {
  if (tenant === 'common') return true
  if (tenant === 'organizations') return !account.isPersonal
  return tenant === 'consumers' ? account.isPersonal : account.tid === tenant
}

function isKnown(directory: Directory, client: RegisteredClient, tenant: string): boolean {
  if (tenant === consumersTenant || tenant === client.tenant?.toLowerCase()) return true
  return [...directory.accounts.values()].some((account) => account.tid === tenant)
}

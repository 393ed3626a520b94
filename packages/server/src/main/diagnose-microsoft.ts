import { accountWireId, ProviderName } from '@plmail/wire'
import type { AccountView } from '../accounts/index.ts'
import type { Diagnosis, DiagnosisWanted } from '../console/index.ts'
import { diagnose, type MicrosoftSessionNeeds } from '../providers/microsoft/index.ts'
import type { DomainRooms } from './domain-rooms.ts'
import { microsoftEndpointsInForce, oauthOver, createTokens, type Endpoints } from './provider-sign-in.ts'

export interface DiagnoseNeeds {
  rooms: Pick<DomainRooms, 'people' | 'accounts'>
  endpoints: Endpoints
  fetch: MicrosoftSessionNeeds['fetch']
  clock: MicrosoftSessionNeeds['clock']
}

/** Asks Microsoft about accounts, each by itself. */
export async function diagnoseMicrosoft(
  needs: DiagnoseNeeds,
  { user, account }: DiagnosisWanted,
): Promise<Diagnosis[] | 'no-such-user'> {
  const views = await listAccounts(needs.rooms, user)
  if (!views) return 'no-such-user'
  const isNamed = ({ id, address }: AccountView) =>
    account === undefined ||
    id === accountWireId.decode(account) ||
    address.toLowerCase() === account.toLowerCase()
  const diagnoses: Diagnosis[] = []
  for (const view of views.filter(
    (candidate) => candidate.provider === ProviderName.microsoft && isNamed(candidate),
  ))
    diagnoses.push({
      address: view.address,
      steps: [...(await permissions(needs, view)), ...(await diagnoseAccount(needs, view))],
    })
  return diagnoses
}

async function diagnoseAccount(
  { rooms: { accounts }, endpoints, fetch, clock }: DiagnoseNeeds,
  { id }: AccountView,
): Promise<Diagnosis['steps']> {
  const inForce = await microsoftEndpointsInForce(accounts, endpoints)
  return diagnose({ endpoints: inForce, fetch, clock, tokens: createTokens(accounts, id) })
}

/**
 * Checks which permissions the current token lacks, whatever is configured by now: a permission added later needs a new
 * sign-in.
 */
async function permissions(
  { rooms: { accounts }, endpoints, fetch, clock }: DiagnoseNeeds,
  { id }: AccountView,
): Promise<Diagnosis['steps']> {
  const token = await accounts.grants.accessToken(id)
  if (!token.ok) return []
  const { missing } = oauthOver(endpoints, fetch, clock)[ProviderName.microsoft]
  const names = missing(token.scopes)
  if (names.length === 0)
    return [{ step: 'permissions', outcome: 'works', findings: [{ finding: 'allGranted' }] }]
  const findings = [{ finding: 'notGranted', permissions: names }] as const
  return [{ step: 'permissions', outcome: 'warning', findings }]
}

export async function listAccounts(
  { people, accounts }: Pick<DomainRooms, 'people' | 'accounts'>,
  user: string | undefined,
): Promise<AccountView[] | undefined> {
  if (user !== undefined) {
    const account = await people.users.byEmail(user)
    return account && accounts.list(account.id)
  }
  const views: AccountView[] = []
  for (const id of await accounts.activeIds()) {
    const owner = await accounts.getOwner(id)
    const view = owner === undefined ? undefined : await accounts.get(owner, id)
    if (view) views.push(view)
  }
  return views
}

import { accountWireId } from '@plmail/wire'
import type { AccountView } from '../accounts/index.ts'
import type { Diagnosis, DiagnosisWanted } from '../console/index.ts'
import { diagnose, type MicrosoftSessionNeeds } from '../providers/microsoft/index.ts'
import type { DomainRooms } from './domain-rooms.ts'
import { microsoftEndpointsInForce, oauthOver, tokensOf, type Endpoints } from './provider-sign-in.ts'

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
  const views = await accountsOf(needs.rooms, user)
  if (!views) return 'no-such-user'
  const isNamed = ({ id, address }: AccountView) =>
    account === undefined ||
    id === accountWireId.decode(account) ||
    address.toLowerCase() === account.toLowerCase()
  const diagnoses: Diagnosis[] = []
  for (const view of views.filter((candidate) => candidate.provider === 'provB' && isNamed(candidate)))
    diagnoses.push({
      address: view.address,
      steps: [...(await permissions(needs, view)), ...(await askMicrosoft(needs, view))],
    })
  return diagnoses
}

async function askMicrosoft(
  { rooms: { accounts }, endpoints, fetch, clock }: DiagnoseNeeds,
  { id }: AccountView,
): Promise<Diagnosis['steps']> {
  const inForce = await microsoftEndpointsInForce(accounts, endpoints)
  return diagnose({ endpoints: inForce, fetch, clock, tokens: tokensOf(accounts, id) })
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
  const { missing } = oauthOver(endpoints, fetch, clock).provB
  const names = missing(token.scopes)
  if (names.length === 0)
    return [{ step: 'permissions', outcome: 'works', sentence: 'Everything was granted.' }]
  const sentence = `Not granted: ${names.join(', ')}. Signing in again asks for it.`
  return [{ step: 'permissions', outcome: 'warning', sentence }]
}

export async function accountsOf(
  { people, accounts }: Pick<DomainRooms, 'people' | 'accounts'>,
  user: string | undefined,
): Promise<AccountView[] | undefined> {
  if (user !== undefined) {
    const account = await people.users.byEmail(user)
    return account && accounts.list(account.id)
  }
  const views: AccountView[] = []
  for (const id of await accounts.activeIds()) {
    const owner = await accounts.ownerOf(id)
    const view = owner === undefined ? undefined : await accounts.get(owner, id)
    if (view) views.push(view)
  }
  return views
}

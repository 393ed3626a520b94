import type { MicrosoftCloud, OAuthClient, OAuthProvider } from '../../providers/contract/index.ts'
import type { ConsoleStep } from './door.ts'

/** Whether the tenant lives in the cloud that is set; none of it for a provider that has one cloud only. */
export async function cloudSteps(
  { tenantTrouble }: Pick<OAuthProvider, 'tenantTrouble'>,
  client: OAuthClient,
): Promise<ConsoleStep[]> {
  if (!tenantTrouble) return []
  const step = 'cloud' as const
  const trouble = await tenantTrouble(client)
  if (trouble === undefined) return [{ step, outcome: 'works', sentence: 'The tenant lives in this cloud.' }]
  if (trouble === 'unreachable')
    return [{ step, outcome: 'unknown', sentence: 'Microsoft did not tell which cloud the tenant lives in.' }]
  if (trouble === 'unknown-tenant')
    return [
      {
        step,
        outcome: 'wrong',
        sentence: 'This cloud knows no such tenant. Choose another cloud, or correct the tenant.',
      },
    ]
  return [
    { step, outcome: 'wrong', sentence: `The tenant lives in another cloud. Choose ${cloudNames[trouble]}.` },
  ]
}

const cloudNames: Readonly<Record<MicrosoftCloud, string>> = {
  global: 'Global',
  'us-government': 'US Government (GCC High)',
  'us-dod': 'US Government (DoD)',
  china: 'China (21Vianet)',
}

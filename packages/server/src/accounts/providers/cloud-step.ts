import type { MicrosoftCloud, OAuthClient, OAuthProvider } from '../../providers/contract/index.ts'
import type { CodedStep } from './types.ts'

/** The step that checks whether the tenant lives in the cloud that is set; no step for a provider with one cloud only. */
export async function cloudSteps(
  { tenantTrouble }: Pick<OAuthProvider, 'tenantTrouble'>,
  client: OAuthClient,
): Promise<CodedStep[]> {
  if (!tenantTrouble) return []
  const step = 'cloud' as const
  const trouble = await tenantTrouble(client)
  if (trouble === undefined)
    return [{ step, outcome: 'works', sentence: { problem: 'registration/cloud-right' } }]
  if (trouble === 'unreachable')
    return [{ step, outcome: 'unknown', sentence: { problem: 'registration/cloud-unknown' } }]
  if (trouble === 'unknown-tenant')
    return [
      {
        step,
        outcome: 'wrong',
        sentence: { problem: 'registration/tenant-not-in-cloud' },
      },
    ]
  return [
    {
      step,
      outcome: 'wrong',
      sentence: { problem: 'registration/tenant-in-other-cloud', cloud: cloudNames[trouble] },
    },
  ]
}

const cloudNames: Readonly<Record<MicrosoftCloud, string>> = {
  global: 'Global',
  'us-government': 'US Government (GCC High)',
  'us-dod': 'US Government (DoD)',
  china: 'China (21Vianet)',
}

import type { VCardProperty } from './lines.ts'

/** JSContact names of the parts and words of vCard (RFC 9555). */

/** The parts of N, in its order. */
export const nameKinds = [
  'surname',
  'given',
  'given2',
  'title',
  'credential',
  'surname2',
  'generation',
] as const

/** The parts of ADR, in its order; those of RFC 9554 beyond the country come after. */
export const addressKinds = [
  ...(['postOfficeBox', 'apartment', 'name', 'locality', 'region', 'postcode', 'country'] as const),
  ...([
    'room',
    'apartment',
    'floor',
    'number',
    'name',
    'building',
    'block',
    'subdistrict',
    'district',
  ] as const),
  ...(['landmark', 'direction'] as const),
]

/** TYPE of TEL → features (RFC 9553 §2.3.3). */
export const phoneFeatures: ReadonlyMap<string, string> = new Map([
  ['voice', 'voice'],
  ['fax', 'fax'],
  ['cell', 'mobile'],
  ['pager', 'pager'],
  ['text', 'text'],
  ['video', 'video'],
  ['textphone', 'textphone'],
  ['main-number', 'main-number'],
])

/** `contexts` and `pref` of an entry, from TYPE=home,work,pref and PREF. */
export function getContexts(params: VCardProperty['params']): Record<string, unknown> {
  const types = [...(params.get('TYPE') ?? []), ...params.keys()].map((type) => type.toLowerCase())
  const contexts = {
    ...(types.includes('work') && { work: true }),
    ...(types.includes('home') && { private: true }),
  }
  const [pref] = params.get('PREF') ?? []
  const number = pref === undefined || pref === 'PREF' ? (types.includes('pref') ? 1 : NaN) : Number(pref)
  return {
    ...(Object.keys(contexts).length > 0 && { contexts }),
    ...(Number.isInteger(number) && number >= 1 && number <= 100 && { pref: number }),
  }
}

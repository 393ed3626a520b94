import type { AssistantForm, AssistantKind, AssistantSettings } from '@plmail/wire'

/** The form as it is typed; a key left empty stays as it is. */
export interface ModelServerFields {
  isOn: boolean
  kind: AssistantKind
  baseUrl: string
  model: string
  apiKey: string
  dailyTokens: string
}

/** The pointers the form shows errors at. */
export const serverPointers = ['/baseUrl', '/model', '/apiKey', '/dailyTokens'] as const

/** Returns the stored settings, ready to be edited; values of the environment are shown beside the fields. */
export function fieldsOf({ isOn, kind, baseUrl, model, dailyTokens }: AssistantSettings): ModelServerFields {
  const stored = ({ value, from }: AssistantSettings['baseUrl']) => (from === 'stored' ? (value ?? '') : '')
  return {
    isOn: isOn.value,
    kind: kind.value,
    baseUrl: stored(baseUrl),
    model: stored(model),
    apiKey: '',
    dailyTokens: String(dailyTokens),
  }
}

/** Returns the fields to send: those that differ from the stored ones. */
export function changesOf(fields: ModelServerFields, settings: AssistantSettings): AssistantForm {
  const before = fieldsOf(settings)
  const changes = Object.entries(fields).flatMap(([name, typed]: [string, string | boolean]) => {
    const value = typeof typed === 'string' ? typed.trim() : typed
    if (value === before[name as keyof ModelServerFields]) return [] // the same fields on both sides
    return [[name, name === 'dailyTokens' ? Number(value) : value] as const]
  })
  return Object.fromEntries(changes)
}

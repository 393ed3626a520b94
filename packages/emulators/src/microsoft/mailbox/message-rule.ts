/** A rule of the inbox, as its owner wrote it. */
export interface MessageRule {
  readonly id: string
  fields: Readonly<Record<string, unknown>>
}

/** [S] What a client writes of a rule. */
export const writableOfRule = [
  'actions',
  'conditions',
  'displayName',
  'exceptions',
  'isEnabled',
  'sequence',
] as const

export function ruleJson({ id, fields }: MessageRule): Record<string, unknown> {
  return { id, ...fields, hasError: false, isReadOnly: false }
}

import type { EmailMarks, EmailPatch } from '../../../mail/index.ts'
import { isObject, type JsonObject } from '../../engine/arguments.ts'
import { writeUtcDate, readUtcDate } from '../../engine/utc-date.ts'

/** Properties of the snooze extension (docs/jmap.md). */
export const markProperties = ['snoozed', 'followUp'] as const

export const isMarkProperty = (name: string): boolean => markProperties.some((property) => property === name)

/** Their values; null where there is nothing to tell. */
export function marksJson(
  marks: EmailMarks | undefined,
  properties: ReadonlySet<string>,
): Record<string, unknown> {
  const { snoozed = null, followUp = null } = marks ?? {}
  const json: Record<string, unknown> = {}
  if (properties.has('snoozed'))
    json['snoozed'] = snoozed && {
      until: writeUtcDate(snoozed.until),
      wokenAt: snoozed.wokenAt && writeUtcDate(snoozed.wokenAt),
      wokenBy: snoozed.wokenBy,
    }
  if (properties.has('followUp'))
    json['followUp'] = followUp && { at: writeUtcDate(followUp.at), isDue: followUp.isDue }
  return json
}

/** Separates an update's changes to these properties from the rest, which is plain RFC 8621. */
export function takeMarks(update: JsonObject): {
  rest: JsonObject
  marks: Pick<EmailPatch, 'snoozedUntil' | 'followUpAt'>
  bad: string[]
} {
  const { snoozed, followUp, ...rest } = update
  const snoozedUntil = timeIn(snoozed, 'until')
  const followUpAt = timeIn(followUp, 'at')
  return {
    rest,
    marks: {
      ...(snoozedUntil instanceof Date || snoozedUntil === null ? { snoozedUntil } : {}),
      ...(followUpAt instanceof Date || followUpAt === null ? { followUpAt } : {}),
    },
    bad: [...(snoozedUntil === 'unfit' ? ['snoozed'] : []), ...(followUpAt === 'unfit' ? ['followUp'] : [])],
  }
}

/** The time in `{ [name]: UTCDate }`; null ends it, undefined leaves it. What else the server says of it is not looked at. */
function timeIn(value: unknown, name: string): Date | null | undefined | 'unfit' {
  if (value === undefined || value === null) return value
  return (isObject(value) ? readUtcDate(value[name]) : undefined) ?? 'unfit'
}

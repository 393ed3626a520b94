import { type AccountId, calendarColors, hueOfColor } from '@plmail/wire'
import type { Change } from '../../changes/index.ts'

/**
 * Colours for new calendars, in the order asked for: the provider's own where no other calendar is drawn in its hue, else
 * one of the twelve, as far as can be from those in use. Null: the provider has none.
 */
export function distinctColors(
  usedColors: readonly (string | null)[],
  providerColors: readonly (string | null)[],
): string[] {
  const usedHues = usedColors.map((color) => hueOfColor(color ?? undefined))
  // What a provider coloured keeps its colour before one is looked for on behalf of the rest.
  const retained = providerColors.map((color) => {
    if (color === null || usedHues.includes(hueOfColor(color))) return undefined
    usedHues.push(hueOfColor(color))
    return color
  })
  return retained.map((color) => {
    if (color !== undefined) return color
    const hue = freestHue(usedHues)
    usedHues.push(hue)
    return calendarColors[hue] ?? calendarColors[0]
  })
}

/** See `ProvidedEvents.chooseColors`. */
export async function chooseColors(
  { tx, userId }: Change,
  userAccountIds: readonly AccountId[],
  providerColors: readonly (string | null)[],
): Promise<string[]> {
  // Two accounts that are connected at once choose one after the other.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`calendar-colors:${userId}`])
  const rows = await tx.query<{ color: string | null }>(
    'select color from calendar where account_id = any ($1::bigint[])',
    [userAccountIds],
  )
  return distinctColors(
    rows.map(({ color }) => color),
    providerColors,
  )
}

const firstHue = hueOfColor()

/** Used least, and farthest around the circle from what is used; blue comes before all. */
function freestHue(usedHues: readonly number[]): number {
  const count = calendarColors.length
  const uses = (hue: number) => usedHues.filter((used) => used === hue).length
  const distance = (hue: number) =>
    Math.min(
      ...usedHues.map((used) => {
        const apart = Math.abs(hue - used)
        return Math.min(apart, count - apart)
      }),
    )
  const hues = calendarColors.map((_, index) => (firstHue + index) % count)
  const [freest] = hues.toSorted((a, b) => uses(a) - uses(b) || distance(b) - distance(a))
  return freest ?? firstHue
}

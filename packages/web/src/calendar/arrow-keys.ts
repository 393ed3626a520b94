import { addDays, type Day, dayMs, dayOf, type Wall, wallOf } from '../records/index.ts'
import type { Shown } from './grid/merge.ts'

export type WalkDirection = 'up' | 'down' | 'left' | 'right'

/** Returns the event that an arrow key leads to, in order of time or on an adjacent day; the same one if there is none. */
export function nextEvent(
  shown: readonly Shown[],
  chosen: Shown | undefined,
  day: Day,
  direction: WalkDirection,
  span: { readonly from: Wall; readonly to: Wall },
): Shown | undefined {
  if (!chosen) return shown.find(({ end }) => end > wallOf(day)) ?? shown[0]
  const at = shown.findIndex(({ key }) => key === chosen.key)
  switch (direction) {
    case 'up':
      return shown[at - 1] ?? chosen
    case 'down':
      return shown[at + 1] ?? chosen
    case 'left':
      return nearestBeside(shown, chosen, -1, span) ?? chosen
    case 'right':
      return nearestBeside(shown, chosen, 1, span) ?? chosen
  }
}

/** The event of the nearest other day with any, at about the same time of day. */
function nearestBeside(
  shown: readonly Shown[],
  chosen: Shown,
  step: 1 | -1,
  { from, to }: { readonly from: Wall; readonly to: Wall },
): Shown | undefined {
  const time = chosen.start % dayMs
  const distance = ({ start }: Shown): number => Math.abs((start % dayMs) - time)
  for (
    let day = addDays(dayOf(chosen.start), step);
    wallOf(day) >= from && wallOf(day) < to;
    day = addDays(day, step)
  ) {
    const [nearest] = shown
      .filter(({ start }) => dayOf(start) === day)
      .toSorted((a, b) => distance(a) - distance(b))
    if (nearest) return nearest
  }
  return undefined
}

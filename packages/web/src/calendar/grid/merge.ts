import type { ShownOccurrence } from '../../records/index.ts'

/** An occurrence as it is drawn: once, on however many calendars the same event lies. */
export interface Shown extends ShownOccurrence {
  /** The other calendars' copies that look the same. */
  readonly copies: readonly ShownOccurrence[]
}

/**
 * The same event on several calendars is one entry while nothing that is drawn differs; a copy that was changed stands
 * for itself. The first one leads: its calendar is the one that edits go to.
 */
export function merged(all: readonly ShownOccurrence[]): Shown[] {
  const byLook = new Map<string, ShownOccurrence[]>()
  for (const occurrence of all) {
    const { uid, title, recurrenceId, status } = occurrence.event
    const look = [uid, recurrenceId, occurrence.start, occurrence.end, title, status].join('\n')
    byLook.set(look, [...(byLook.get(look) ?? []), occurrence])
  }
  const shown = [...byLook.values()].flatMap(([first, ...copies]) => (first ? [{ ...first, copies }] : []))
  return shown.sort((a, b) => a.start - b.start || b.end - a.end || a.key.localeCompare(b.key))
}

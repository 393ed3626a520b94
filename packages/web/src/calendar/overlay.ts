import type { SeriesScope } from './data/series.ts'
import type { NewEvent, TypedEvent } from './editor/event-fields.ts'
import type { Shown } from './grid/merge.ts'

/** The overlay over the grid. */
export type Overlay =
  | { kind: 'card'; occurrence: Shown }
  | { kind: 'form'; occurrence: Shown | undefined; begin: NewEvent; title: string; typed?: TypedEvent }
  | {
      kind: 'scope'
      title: string
      scopes: readonly SeriesScope[]
      answer: (scope: SeriesScope) => void
      drop: () => void
    }
  | { kind: 'date' }
  | { kind: 'options' }
  | { kind: 'news' }

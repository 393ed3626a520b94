/** One place of the recycled list: its element stays, what it shows changes. */
export interface RowSlot {
  readonly id: number
  /** Undefined while the slot has nothing to show. */
  readonly key: string | undefined
  readonly index: number
}

/**
 * Hands rows to slots so that a slot keeps its row as long as that row is visible; only freed slots are bound
 * anew. A scroll by one row then rewrites one element, and an insertion above moves rows without rewriting any.
 */
export interface SlotPool {
  /** Rows by key, at their places; the answer keeps unchanged slots identical and in the order of their elements. */
  assign(rows: readonly { key: string; index: number }[]): readonly RowSlot[]
  /** Puts elements into reading order; worth doing once scrolling has stopped, for assistive technology. */
  sort(): readonly RowSlot[]
}

export function createSlotPool(): SlotPool {
  let slots: readonly RowSlot[] = []
  let nextId = 0

  function bind(rows: readonly { key: string; index: number }[]): readonly RowSlot[] {
    const indexByKey = new Map(rows.map((row) => [row.key, row.index]))
    const keptKeys = new Set(
      slots.flatMap(({ key }) => (key !== undefined && indexByKey.has(key) ? [key] : [])),
    )
    const homeless = rows.filter(({ key }) => !keptKeys.has(key))
    const bound = slots.map((slot) => {
      const index = slot.key === undefined ? undefined : indexByKey.get(slot.key)
      if (index !== undefined) return index === slot.index ? slot : { ...slot, index }
      const row = homeless.shift()
      if (row) return { id: slot.id, key: row.key, index: row.index }
      return slot.key === undefined ? slot : { id: slot.id, key: undefined, index: -1 }
    })
    const added = homeless.map(({ key, index }) => ({ id: nextId++, key, index }))
    return [...bound, ...added]
  }

  return {
    assign(rows) {
      slots = bind(rows)
      return slots
    },
    sort() {
      slots = slots.toSorted((a, b) => a.index - b.index)
      return slots
    },
  }
}

/** The rows to draw for a scroll position: what is visible and a few on either side. */
export function visibleRange(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  total: number,
  overscan: number,
): { first: number; last: number } {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - overscan)
  const last = Math.min(total - 1, Math.ceil((scrollTop + viewHeight) / rowHeight) - 1 + overscan)
  return { first, last }
}

/** Returns the scroll position at which the row is wholly visible; undefined when it is. */
export function scrollToShow(
  index: number,
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
): number | undefined {
  const top = index * rowHeight
  if (top < scrollTop) return top
  if (top + rowHeight > scrollTop + viewHeight) return top + rowHeight - viewHeight
  return undefined
}

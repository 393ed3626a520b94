/** The components that are open at a line of a calendar file, the innermost last. */
export interface OpenComponents<T extends { name: string }> {
  readonly innermost: T
  /** How many are open, the root included. */
  readonly depth: number
  begin(component: T): void
  /** Closes the innermost component of the name with all inside it, and returns it; undefined when none is open. */
  end(name: string): T | undefined
}

/**
 * Counts the open components by name: an END that closes nothing costs one look-up. A search among all that are open
 * would make a file of many BEGINs and as many stray ENDs quadratic, and strangers mail such files.
 */
export function createOpenComponents<T extends { name: string }>(root: T): OpenComponents<T> {
  const open: T[] = []
  const openOfName = new Map<string, number>()
  return {
    get innermost() {
      return open.at(-1) ?? root
    },
    get depth() {
      return open.length + 1
    },
    begin(component) {
      open.push(component)
      openOfName.set(component.name, (openOfName.get(component.name) ?? 0) + 1)
    },
    end(name) {
      if (!openOfName.get(name)) return undefined
      for (let closed = open.pop(); closed; closed = open.pop()) {
        openOfName.set(closed.name, (openOfName.get(closed.name) ?? 1) - 1)
        if (closed.name === name) return closed
      }
      return undefined
    },
  }
}

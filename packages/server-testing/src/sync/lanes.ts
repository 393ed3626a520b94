/** A few rigs side by side, each doing one thing after the other. */
export interface Lanes<Rig> {
  /** Waits for a rig that is free. */
  use<Result>(work: (rig: Rig) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** `next` makes the first rig of a lane, and after that one that goes on with what the rig before it has. */
export function createLanes<Rig extends AsyncDisposable>(
  count: number,
  next: (before: Rig | undefined) => Promise<Rig>,
): Lanes<Rig> {
  interface Lane {
    rig?: Rig
  }
  const lanes: Lane[] = Array.from({ length: count }, () => ({}))
  const free = [...lanes]
  const waiting: Array<(lane: Lane) => void> = []
  const give = (lane: Lane) => {
    const first = waiting.shift()
    if (first) first(lane)
    else free.push(lane)
  }
  return {
    use: async (work) => {
      const lane = free.shift() ?? (await new Promise<Lane>((resolve) => waiting.push(resolve)))
      try {
        lane.rig = await next(lane.rig)
        return await work(lane.rig)
      } finally {
        give(lane)
      }
    },
    close: async () => {
      for (const { rig } of lanes) await rig?.[Symbol.asyncDispose]()
    },
  }
}

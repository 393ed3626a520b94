/** Lets a few at a time go on, and of one party fewer, so that nobody's heavy questions make all others wait. */
export interface FairSemaphore {
  /** Runs `work` when there is room for it; those of one party in the order they came. */
  pass<T>(party: number, work: () => Promise<T>): Promise<T>
}

export function createFairSemaphore(max: number, maxPerUser: number): FairSemaphore {
  const inside = new Map<number, number>()
  const waiting: Array<{ party: number; enter: () => void }> = []
  let count = 0

  const isRoomFor = (party: number) => count < max && (inside.get(party) ?? 0) < maxPerUser
  const enter = (party: number) => {
    count += 1
    inside.set(party, (inside.get(party) ?? 0) + 1)
  }
  const leave = (party: number) => {
    count -= 1
    const left = (inside.get(party) ?? 1) - 1
    if (left === 0) inside.delete(party)
    else inside.set(party, left)
    const next = waiting.findIndex((candidate) => isRoomFor(candidate.party))
    if (next >= 0) waiting.splice(next, 1)[0]?.enter()
  }

  return {
    async pass(party, work) {
      if (isRoomFor(party)) enter(party)
      else
        await new Promise<void>((resolve) => {
          const go = () => {
            enter(party)
            resolve()
          }
          waiting.push({ party, enter: go })
        })
      try {
        return await work()
      } finally {
        leave(party)
      }
    },
  }
}

/** Counts what arrived since it was last asked, by the number of unread: nothing the first time, nor when some were read. */
export function createArrivalCount(): (unread: number) => number {
  let before: number | undefined
  return (unread) => {
    const arrived = before === undefined ? 0 : Math.max(0, unread - before)
    before = unread
    return arrived
  }
}

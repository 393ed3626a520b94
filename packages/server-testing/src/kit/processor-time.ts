/** Milliseconds this process computed while `work` ran: unlike the clock's, no other work on the machine adds to them. */
export async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** How many times longer than on an idle machine work takes right now: 1, or more when others compute too. */
export function slowdown(): number {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  let spent = 0
  while (spent < 200) {
    const { user, system } = process.cpuUsage(before)
    spent = (user + system) / 1_000
  }
  return Math.max(1, (performance.now() - begun) / spent)
}

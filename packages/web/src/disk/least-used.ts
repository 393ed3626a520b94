/** How large something kept is, in octets, and when it was last used (ms since the epoch). */
export interface Use {
  readonly size: number
  readonly usedAt: number
}

/** Lists the keys to delete so that the rest fits into `most` octets: the least recently used first. */
export function leastUsed(uses: ReadonlyMap<string, Use>, most: number): string[] {
  let total = 0
  for (const { size } of uses.values()) total += size
  const gone: string[] = []
  for (const [key, { size }] of [...uses].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
    if (total <= most) break
    total -= size
    gone.push(key)
  }
  return gone
}

export interface KeywordDelta {
  add: string[]
  remove: string[]
}

/** Which keywords the provider added and removed since it last spoke, without those held here. */
export function keywordDelta(
  before: readonly string[],
  now: readonly string[],
  pendingFields: ReadonlySet<string> | undefined,
): KeywordDelta {
  const free = (keyword: string) => !pendingFields?.has(`keyword:${keyword}`)
  return {
    add: now.filter((keyword) => !before.includes(keyword) && free(keyword)),
    remove: before.filter((keyword) => !now.includes(keyword) && free(keyword)),
  }
}

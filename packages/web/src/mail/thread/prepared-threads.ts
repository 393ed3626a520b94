import { threadKey, type ThreadRef } from '../../records/index.ts'

/** A thread laid out in the reading pane: the open one, or one prepared out of sight. */
export interface PreparedThread {
  readonly key: string
  readonly ref: ThreadRef
}

/**
 * The threads to lay out for what is open and what is prepared. Those kept stay in their order and new ones go to the end,
 * because an iframe that moves in the document loads again.
 */
export function nextPreparedThreads(
  laidOut: readonly PreparedThread[],
  open: ThreadRef | undefined,
  prepared: ThreadRef | undefined,
): readonly PreparedThread[] {
  const refByKey = new Map([open, prepared].flatMap((ref) => (ref ? [[threadKey(ref), ref] as const] : [])))
  const remaining = laidOut.filter(({ key }) => refByKey.delete(key as ReturnType<typeof threadKey>))
  return [...remaining, ...[...refByKey].map(([key, ref]) => ({ key, ref }))]
}

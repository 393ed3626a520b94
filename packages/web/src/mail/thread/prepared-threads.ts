import { threadKey, type ThreadRef } from '../../records/index.ts'

/** A thread laid out in the reading pane: the open one, or one prepared out of sight. */
export interface Stage {
  readonly key: string
  readonly ref: ThreadRef
}

/**
 * The stages for what is open and what is prepared. Those kept stay in their order and new ones go to the end,
 * because an iframe that moves in the document loads again.
 */
export function nextStages(
  stages: readonly Stage[],
  open: ThreadRef | undefined,
  prepared: ThreadRef | undefined,
): readonly Stage[] {
  const refByKey = new Map([open, prepared].flatMap((ref) => (ref ? [[threadKey(ref), ref] as const] : [])))
  const remaining = stages.filter(({ key }) => refByKey.delete(key as ReturnType<typeof threadKey>))
  return [...remaining, ...[...refByKey].map(([key, ref]) => ({ key, ref }))]
}

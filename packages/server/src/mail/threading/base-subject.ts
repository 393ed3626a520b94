import { groupBy } from './group-by.ts'
import type { Union } from './union.ts'

/** A message as the subject rule sees it, standing in the conversation of its `node`. */
export interface Point {
  node: string
  baseSubject: string
  isStray: boolean
  receivedAt: Date
  participants: ReadonlySet<string>
}

export const subjectWindowDays = 30

/**
 * Joins replies that name no parent ("strays") to a conversation with the same base subject, somebody in common and
 * at most 30 days away. A stray joins one conversation, the one nearest before it, and waits in `awaiting` when there
 * is none; a later arrival that could be its parent takes it in and ends the waiting, so a mailbox read newest first
 * ends up like one read oldest first. The first `arriving` points are the batch, the others are known already.
 */
export function joinBySubject(
  points: readonly Point[],
  arriving: number,
  union: Union<string>,
  awaiting: Set<string>,
): void {
  const byTime = points.slice(0, arriving).sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
  const bySubject = groupBy(points, (point) => point.baseSubject)
  for (const stray of byTime) if (stray.isStray) awaiting.add(stray.node)
  for (const stray of byTime) if (stray.isStray) joinStray(stray)
  for (const parent of byTime) if (!parent.isStray && parent.baseSubject !== '') takeInStrays(parent)

  function joinStray(stray: Point): void {
    const target = nearest(stray, candidates(stray))
    if (!target) return
    if (!isAwaiting(target.node)) endWaiting(stray.node)
    union.join(stray.node, target.node)
  }

  function takeInStrays(parent: Point): void {
    for (const stray of candidates(parent)) {
      if (!isAwaiting(stray.node)) continue
      endWaiting(stray.node)
      union.join(parent.node, stray.node)
    }
  }

  function candidates(of: Point): Point[] {
    const same = bySubject.get(of.baseSubject) ?? []
    return same.filter((point) => union.find(point.node) !== union.find(of.node) && related(point, of))
  }

  function isAwaiting(node: string): boolean {
    const root = union.find(node)
    return [...awaiting].some((member) => union.find(member) === root)
  }

  function endWaiting(node: string): void {
    const root = union.find(node)
    for (const member of awaiting) if (union.find(member) === root) awaiting.delete(member)
  }
}

function related(a: Point, b: Point): boolean {
  const apart = Math.abs(a.receivedAt.getTime() - b.receivedAt.getTime())
  if (apart > subjectWindowDays * 86_400_000) return false
  for (const address of a.participants) if (b.participants.has(address)) return true
  return false
}

/** The newest one not after `stray`; when all are after it, the oldest. */
function nearest(stray: Point, candidates: readonly Point[]): Point | undefined {
  const distance = (point: Point) => {
    const before = stray.receivedAt.getTime() - point.receivedAt.getTime()
    return before >= 0 ? before : 1e15 - before
  }
  return candidates.toSorted((a, b) => distance(a) - distance(b))[0]
}

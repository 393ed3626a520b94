import type { ThreadRef } from '../../records/index.ts'

/** Conversations on their way to a folder, as the browser carries them: a type of our own, so that no other page's text is taken for them. */
const type = 'application/x-plmail-conversations'
/** Known to this window alone: only where a list was chosen as a whole do the first of it stand for all of it. */
const wholeType = `${type}-${String(crypto.getRandomValues(new Uint32Array(1))[0])}`

/** `isWhole`: they are the first of a list that was chosen as a whole. */
export function dragRefs(event: DragEvent, refs: readonly ThreadRef[], isWhole: boolean): void {
  if (!event.dataTransfer) return
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData(isWhole ? wholeType : type, JSON.stringify(refs))
}

export function isDraggingThreads(event: DragEvent): boolean {
  return typeOf(event) !== undefined
}

function typeOf({ dataTransfer }: DragEvent): string | undefined {
  return [type, wholeType].find((candidate) => dataTransfer?.types.includes(candidate))
}

/** Another tab may be of another version, and whatever is dropped may claim the type. */
export function draggedRefs(event: DragEvent): ThreadRef[] {
  let dropped: unknown
  try {
    dropped = JSON.parse(event.dataTransfer?.getData(typeOf(event) ?? type) ?? '')
  } catch {
    return []
  }
  return Array.isArray(dropped) ? dropped.filter(isRef) : []
}

function isRef(value: unknown): value is ThreadRef {
  if (typeof value !== 'object' || value === null) return false
  const { accountId, threadId } = value as Record<string, unknown>
  return typeof accountId === 'string' && typeof threadId === 'string'
}

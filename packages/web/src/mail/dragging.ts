import type { ThreadRef } from '../records/index.ts'

/** Conversations on their way to a folder, as the browser carries them: a type of our own, so that no other page's text is taken for them. */
const type = 'application/x-plmail-conversations'

export function dragRefs(event: DragEvent, refs: readonly ThreadRef[]): void {
  if (!event.dataTransfer) return
  event.dataTransfer.effectAllowed = 'move'
  event.dataTransfer.setData(type, JSON.stringify(refs))
}

export function isDraggingThreads(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(type) ?? false
}

/** Another tab may be of another version, and whatever is dropped may claim the type. */
export function draggedRefs(event: DragEvent): ThreadRef[] {
  let dropped: unknown
  try {
    dropped = JSON.parse(event.dataTransfer?.getData(type) ?? '')
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

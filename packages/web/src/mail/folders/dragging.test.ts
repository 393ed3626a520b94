import { expect, test, vi } from 'vitest'
import type * as dragging from './dragging.ts'
import { draggedRefs, dragRefs, isDraggingThreads } from './dragging.ts'

const refs = [{ accountId: 'A1', threadId: 'T1' }]

/** A drag as a browser carries it from one window to another. */
function drag(data = new Map<string, string>()): DragEvent {
  const dataTransfer = {
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
  return { dataTransfer } as unknown as DragEvent
}

/** The same code in another window. */
async function anotherWindow(): Promise<typeof dragging> {
  vi.resetModules()
  return import('./dragging.ts')
}

test('conversations are carried to a folder, also of another window', async () => {
  const event = drag()
  dragRefs(event, refs, false)
  expect([isDraggingThreads(event), draggedRefs(event)]).toEqual([true, refs])
  const target = await anotherWindow()
  expect([target.isDraggingThreads(event), target.draggedRefs(event)]).toEqual([true, refs])
})

test('a whole list is carried within its window: elsewhere its first rows would be taken for all of it', async () => {
  const event = drag()
  dragRefs(event, refs, true)
  expect([isDraggingThreads(event), draggedRefs(event)]).toEqual([true, refs])
  const target = await anotherWindow()
  expect([target.isDraggingThreads(event), target.draggedRefs(event)]).toEqual([false, []])
})

test('what others drag is not taken for conversations, whatever it claims to be', () => {
  expect(isDraggingThreads(drag(new Map([['text/plain', 'x']])))).toBe(false)
  for (const text of ['', 'null', '{}', '[1, {"accountId": 2, "threadId": "T1"}]'])
    expect(draggedRefs(drag(new Map([['application/x-plmail-conversations', text]])))).toEqual([])
})

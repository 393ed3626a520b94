import { describe, expect, test } from 'vitest'
import { allowRecipient, dragRecipient, droppedRecipient } from './recipient-drag.ts'

const ann = { name: 'Ann Lee', email: 'ann@x.example' }

/** A drag as a browser tells of it; what one event carries the next one has. */
function dragging() {
  const data = new Map<string, string>()
  const did: string[] = []
  const dataTransfer = {
    dropEffect: 'copy',
    get types() {
      return [...data.keys()]
    },
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
  }
  const event = {
    dataTransfer,
    preventDefault: () => void did.push('prevented'),
    stopPropagation: () => void did.push('stopped'),
  } as unknown as DragEvent
  return { event, data, did, dataTransfer }
}

describe('somebody who is dragged', () => {
  test('arrives in another field', () => {
    const { event } = dragging()
    dragRecipient(event, ann)
    expect(droppedRecipient(event, [])).toEqual(ann)
  })

  test('is text for other programs', () => {
    const { event, data } = dragging()
    dragRecipient(event, ann)
    expect(data.get('text/plain')).toBe('Ann Lee <ann@x.example>')
  })

  test('stays where the field has that address already', () => {
    const { event, dataTransfer } = dragging()
    dragRecipient(event, ann)
    expect(droppedRecipient(event, [{ ...ann, name: null }])).toBeUndefined()
    expect(dataTransfer.dropEffect).toBe('none')
  })

  test('may be let go over a field', () => {
    const { event, did, dataTransfer } = dragging()
    dragRecipient(event, ann)
    allowRecipient(event)
    expect(did).toEqual(['prevented'])
    expect(dataTransfer.dropEffect).toBe('move')
  })
})

test('text or files that are dragged over a field are left to the message', () => {
  const { event, data, did } = dragging()
  data.set('text/plain', 'ann@x.example')
  allowRecipient(event)
  expect(droppedRecipient(event, [])).toBeUndefined()
  expect(did).toEqual([])
})

import type { EmailAddress } from '@plmail/wire'
import { writeRecipient } from '../draft/recipients.ts'

const dragType = 'application/x-plmail-person'

export function dragRecipient({ dataTransfer }: DragEvent, person: EmailAddress): void {
  dataTransfer?.setData(dragType, JSON.stringify(person))
  dataTransfer?.setData('text/plain', writeRecipient(person))
}

/** Lets people be dropped here, and nothing else. */
export function allowRecipient(event: DragEvent): void {
  if (!event.dataTransfer?.types.includes(dragType)) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'move'
}

/** Returns the recipient dropped on a field, unless they were dragged from that field. */
export function droppedRecipient(
  event: DragEvent,
  people: readonly EmailAddress[],
): EmailAddress | undefined {
  const text = event.dataTransfer?.getData(dragType)
  if (!event.dataTransfer || !text) return undefined
  event.preventDefault()
  event.stopPropagation()
  const { name, email } = JSON.parse(text) as EmailAddress
  if (!people.some((candidate) => candidate.email === email)) return { name, email }
  event.dataTransfer.dropEffect = 'none'
  return undefined
}

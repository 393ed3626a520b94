/**
 * Shows a text at the pointer while conversations are dragged: how many, in words. By default the browser would show
 * the one row that was grabbed, however many are dragged.
 */
export function showDragged({ dataTransfer }: DragEvent, text: string): void {
  const image = document.createElement('div')
  image.className = 'drag-image'
  image.textContent = text
  document.body.append(image)
  dataTransfer?.setDragImage(image, besidePointer, besidePointer)
  // The browser takes its picture as soon as this event is over.
  setTimeout(() => image.remove())
}

/** Pixels from the pointer, which stays free to point. */
const besidePointer = -12

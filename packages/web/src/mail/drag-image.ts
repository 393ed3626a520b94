/**
 * What hangs at the pointer while conversations are dragged: what goes along, in words. Of itself the browser would show
 * the one row that was taken hold of, however many go with it.
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

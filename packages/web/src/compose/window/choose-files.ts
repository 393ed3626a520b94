import type { MessageEditor } from '../editor/index.ts'
import { maxBytes } from '../draft/draft.ts'
import type { Files } from '../draft/files.ts'

/** Opens the browser's own window to choose files in. */
export function openChooser(chooser: HTMLInputElement | undefined, isPictures: boolean): void {
  if (!chooser) return
  chooser.accept = isPictures ? 'image/*' : ''
  chooser.click()
}

/** Empties the field, so that the same file can be chosen once more. */
export function takeChosen(chooser: HTMLInputElement): File[] {
  const files = [...(chooser.files ?? [])]
  chooser.value = ''
  return files
}

/** A file that cannot go along is named beside the text, and never stands in it. */
const isShowable = ({ type, size }: File): boolean =>
  size <= maxBytes && /^image\/(?:png|jpeg|gif|webp|avif)$/.test(type)

/** Pictures go into the text, everything else beside it; without an editor all of them do. */
export function addPictures(
  files: readonly File[],
  attached: Pick<Files, 'add'>,
  editor: Pick<MessageEditor, 'insertImage'> | undefined,
): void {
  const pictures = editor ? files.filter(isShowable) : []
  attached.add(
    files.filter((file) => !pictures.includes(file)),
    false,
  )
  for (const { cid, name } of attached.add(pictures, true)) editor?.insertImage(`cid:${cid ?? ''}`, name)
}

export const carriesFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes('Files') ?? false

/** Files that are dropped beside the text; what the editor took is taken. */
export function takeDropped(event: DragEvent): File[] {
  const files = event.defaultPrevented ? [] : [...(event.dataTransfer?.files ?? [])]
  if (files.length > 0) event.preventDefault()
  return files
}

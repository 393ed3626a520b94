import type { EditorState } from 'prosemirror-state'
import type { Format } from './keymap.ts'

const markFormats: Record<string, Format> = {
  strong: 'bold',
  em: 'italic',
  underline: 'underline',
  strike: 'strike',
  code: 'code',
}
const nodeFormats: Record<string, Format> = {
  bullet_list: 'bullets',
  ordered_list: 'numbers',
  blockquote: 'quote',
  heading: 'heading',
  code_block: 'codeBlock',
}

/** Returns the formats of the text at the cursor: drawn pressed in the toolbar. */
export function activeFormats({ selection, storedMarks, doc }: EditorState): ReadonlySet<Format> {
  const { $from, from, to, empty } = selection
  const active = new Set<Format>()
  const marks = empty ? (storedMarks ?? $from.marks()) : []
  for (const { type } of marks) {
    const format = markFormats[type.name]
    if (format) active.add(format)
  }
  if (!empty)
    for (const [name, format] of Object.entries(markFormats)) {
      const type = doc.type.schema.marks[name]
      if (type && doc.rangeHasMark(from, to, type)) active.add(format)
    }
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const format = nodeFormats[$from.node(depth).type.name]
    if (format) active.add(format)
  }
  return active
}

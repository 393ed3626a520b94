import { baseKeymap, chainCommands, exitCode, toggleMark, wrapIn, setBlockType } from 'prosemirror-commands'
import { undo, redo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { mailSchema, markType, nodeType } from './schema.ts'

/** The editing commands of the toolbar and the keys, by name. */
export const formats = {
  bold: toggleMark(markType('strong')),
  italic: toggleMark(markType('em')),
  underline: toggleMark(markType('underline')),
  strike: toggleMark(markType('strike')),
  code: toggleMark(markType('code')),
  bullets: wrapInList(nodeType('bullet_list')),
  numbers: wrapInList(nodeType('ordered_list')),
  outdent: liftListItem(nodeType('list_item')),
  indent: sinkListItem(nodeType('list_item')),
  quote: wrapIn(nodeType('blockquote')),
  heading: setBlockType(nodeType('heading'), { level: 2 }),
  text: setBlockType(nodeType('paragraph')),
  codeBlock: setBlockType(nodeType('code_block')),
  undo,
  redo,
} satisfies Record<string, Command>

export type Format = keyof typeof formats

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(mailSchema.node('hard_break')).scrollIntoView())
  return true
}

/** The keys of the message itself; those of the window are in the command registry. */
export function editorKeys(onLink: () => void): Plugin[] {
  const link: Command = () => {
    onLink()
    return true
  }
  return [
    keymap({
      'Mod-b': formats.bold,
      'Mod-i': formats.italic,
      'Mod-u': formats.underline,
      'Mod-Shift-x': formats.strike,
      'Mod-k': link,
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-Shift-7': formats.numbers,
      'Mod-Shift-8': formats.bullets,
      'Mod-Shift-9': formats.quote,
      'Mod-]': formats.indent,
      'Mod-[': formats.outdent,
      Enter: splitListItem(nodeType('list_item')),
      'Shift-Enter': chainCommands(exitCode, breakLine),
      // NOTE: Tab leaves the message, as in any field of a form (WCAG 2.1.2).
      Backspace: chainCommands(undoInputRule, (state, dispatch) =>
        state.selection.empty && state.selection.$from.parentOffset === 0
          ? formats.outdent(state, dispatch)
          : false,
      ),
    }),
    keymap(baseKeymap),
  ]
}

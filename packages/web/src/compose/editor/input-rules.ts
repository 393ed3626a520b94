import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Plugin } from 'prosemirror-state'
import { nodeType } from './schema.ts'

/** `- ` and `1. ` at the start of a line begin a list, `> ` a quote, three backticks code; Backspace takes it back. */
export function typedShortcuts(): Plugin {
  return inputRules({
    rules: [
      wrappingInputRule(/^\s*[-*]\s$/, nodeType('bullet_list')),
      wrappingInputRule(/^(\d{1,3})\.\s$/, nodeType('ordered_list'), (match) => ({
        start: Number(match[1]),
      })),
      wrappingInputRule(/^>\s$/, nodeType('blockquote')),
      textblockTypeInputRule(/^```$/, nodeType('code_block')),
    ],
  })
}

/**
 * The message as it is written: HTML in, HTML out, nothing lost on the way. Knows ProseMirror and the DOM, no mail
 * server and no window.
 */
export { createMessageEditor } from './editor.ts'
export type { MessageEditor } from './editor.ts'
export { docOf, htmlOf } from './html.ts'
export type { Format } from './keymap.ts'
export { quoteClass, signatureClass } from './opaque.ts'
export { cleanPaste, isTooLong, judgePaste, maxPastedText } from './paste.ts'
export { escaped, htmlOfText, quotedText, textOfHtml } from './plain-text.ts'
export { filledText, variablesOf } from './variables.ts'
export { readySanitiser, sanitised } from './sanitise.ts'

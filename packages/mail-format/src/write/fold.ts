/** RFC 5322 §2.1.1: lines should stay within 78 characters and must stay within 998 octets. */
const usualWidth = 78
export const maxLineLength = 998

/**
 * A field folded at its white space (RFC 5322 §2.2.3), without the last line break. Unfolding gives `text` back.
 * Undefined when a word is longer than a line may be.
 */
export function foldHeader(name: string, text: string): string | undefined {
  const lines: string[] = []
  let line = `${name}:`
  for (const word of ` ${text.trim()}`.match(/[ \t]+[^ \t]+/g) ?? []) {
    // never right after the name: readers of old take such a field for an empty one
    const isFirst = lines.length === 0 && line.endsWith(':') && line.length === name.length + 1
    if (!isFirst && line.length + word.length > usualWidth) {
      lines.push(line)
      line = word
    } else line += word
  }
  return joinLines([...lines, line])
}

/** Lines as one field; undefined when one of them is too long. */
export function joinLines(lines: readonly string[]): string | undefined {
  return lines.every((line) => Buffer.byteLength(line) <= maxLineLength) ? lines.join('\r\n') : undefined
}

/**
 * The text of a URL as a browser reads it: line breaks and tabs vanish wherever they stand, other controls and spaces
 * at both ends (WHATWG URL §4.4). By index and not by pattern, because `[\0-\x20]+$` is quadratic in inner runs.
 */
export function urlText(written: string): string {
  const text = written.replace(/[\t\n\r]/g, '')
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) <= 0x20) from++
  while (to > from && text.charCodeAt(to - 1) <= 0x20) to--
  return text.slice(from, to)
}

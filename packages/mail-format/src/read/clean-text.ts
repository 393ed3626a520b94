/** PostgreSQL's text and json hold neither NUL nor half a surrogate pair; both are dropped. */
export function storable(text: string): string {
  return text.replace(/\0|\p{Surrogate}/gu, '')
}

/** One line without control characters, for names and subjects. */
export function singleLine(text: string): string {
  // Line breaks and tabs stand between words; the other C0 and C1 controls stand for nothing.
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return storable(text.replace(/[\t\r\n]/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, ''))
}

/** `text` cut to `length` UTF-16 units, never inside a surrogate pair. */
export function cutTo(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}

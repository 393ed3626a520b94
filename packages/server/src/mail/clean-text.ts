/** Text that PostgreSQL stores: without NUL, lone surrogates replaced, at most `most` UTF-16 units. */
export function cleanText(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .replaceAll('\0', '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
}

/** The time when it is one that both PostgreSQL and RFC 3339 can write (years 1 to 9999); else null. */
export function cleanTime(time: Date | null): Date | null {
  if (!time || Number.isNaN(time.getTime())) return null
  const year = time.getUTCFullYear()
  return year >= 1 && year <= 9999 ? time : null
}

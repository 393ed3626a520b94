// "Re" and "Fwd" as mail programs of several languages write them.
const replied = /^\s*(?:re|aw|antw|sv|vs|ref|rif|res|odp|ynt)\s*(?:\[\d+\]|\(\d+\))?\s*[:：]/i
const forwarded = /^\s*(?:fwd?|wg|tr|rv|enc|vb|vl|i|doorst)\s*[:：]/i

/** `Re: …`, once, in whatever language the prefix was before. */
export function replySubject(subject: string | null): string {
  const text = (subject ?? '').trim()
  return replied.test(text) ? text : `Re: ${text}`.trim()
}

/** `Fwd: …`, once. */
export function forwardSubject(subject: string | null): string {
  const text = (subject ?? '').trim()
  return forwarded.test(text) ? text : `Fwd: ${text}`.trim()
}

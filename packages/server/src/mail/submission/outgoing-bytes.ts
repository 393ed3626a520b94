import { CR, isBlank, LF, lineEnd } from '@plmail/mail-format'

/**
 * Returns the bytes to send of a stored message: without Bcc, and with the fields that RFC 5322 §3.6 requires where it
 * lacks them.
 */
export function outgoingBytes(raw: Buffer, added: readonly string[]): Buffer {
  const fields: Buffer[] = added.map((field) => Buffer.from(`${field}\r\n`))
  let at = 0
  let isDropped = false
  while (at < raw.length) {
    const next = Math.min(lineEnd(raw, at, raw.length) + 1, raw.length)
    const line = raw.subarray(at, next)
    if (isBlankLine(line)) break
    if (!isBlank(line[0])) isDropped = secret.test(line.toString('latin1', 0, 40))
    if (!isDropped) fields.push(line)
    at = next
  }
  return Buffer.concat([...fields, raw.subarray(at)])
}

/** RFC 5322 §3.6.3: what blind recipients are for. */
const secret = /^(resent-)?bcc[ \t]*:/i

const isBlankLine = (line: Buffer): boolean => line[0] === LF || (line[0] === CR && line[1] === LF)

import { type Decoded, decodeCharset } from './charset.ts'
import { decodeTransfer, isKnownEncoding } from './transfer-encoding.ts'
import type { MimePart } from './tree.ts'

/** A leaf's content as the sender's file: transfer encoding undone, charset untouched. May be a view of `raw`. */
export function decodePart(raw: Buffer, part: MimePart): Buffer {
  return decodeTransfer(raw, part)
}

/** A text part as RFC 8621 §4.1.4 EmailBodyValue wants it: decoded, CRLF as LF. */
export function decodeText(raw: Buffer, part: MimePart): Decoded {
  return getText(decodeTransfer(raw, part), part)
}

/** As decodeText, reading at most `maxBytes` of the encoded body: what previews and search need. */
export function decodeTextStart(raw: Buffer, part: MimePart, maxBytes: number): string {
  if (part.end - part.bodyStart <= maxBytes) return decodeText(raw, part).value
  const bytes = decodeTransfer(raw, { ...part, end: part.bodyStart + maxBytes })
  return getText(bytes.subarray(0, lastBlank(bytes)), part).value
}

function getText(bytes: Buffer, part: MimePart): Decoded {
  const { value, isEncodingProblem } = decodeCharset(bytes, part.charset)
  return {
    value: value.includes('\r') ? value.replaceAll('\r\n', '\n') : value,
    isEncodingProblem: isEncodingProblem || !isKnownEncoding(part.encoding),
  }
}

/** A cut in the middle of a character would make the whole text look wrongly labelled; at a blank it cannot be. */
function lastBlank(bytes: Buffer): number {
  const nearest = Math.max(0, bytes.length - 200)
  for (let at = bytes.length - 1; at >= nearest; at -= 1) if ((bytes[at] ?? 0) <= 32) return at
  return bytes.length
}

import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

export interface Decoded {
  value: string
  /** RFC 8621 §4.1.4: malformed bytes, or an unknown charset or transfer encoding. */
  isEncodingProblem: boolean
}

type Decoder = (bytes: Buffer) => Decoded

/** Labels mailers write when they do not know, and the ones that promise ASCII and often lie. */
const guessed =
  /^(?:|us-?ascii|ascii|ansi_x3\.4-1968|iso-ir-6|(?:x-)?unknown(?:-8bit)?|default|none|binary|[78]bit)$/
const utf8 = /^(?:(?:x-)?utf-?8.*|unicode-1-1-utf-8|(?:cp)?65001)$/

/**
 * Multi-byte sets go through TextDecoder, under the WHATWG names of the supersets that are really sent.
 * Single-byte sets go through iconv-lite: Node 20's TextDecoder turns 0x80–0x9F of windows-1252 into controls.
 */
const multiByte: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(?:gb_?2312.*|gbk|gb18030|x-gbk|(?:cp|ms|windows-)936|euc-cn|chinese)$/, 'gb18030'],
  [/^(?:ks_?c_?5601.*|euc-?kr|(?:cp|ms|windows-)949|uhc|korean)$/, 'euc-kr'],
  [/^(?:big-?5.*|(?:cp|windows-)950|x-x-big5|cn-big5)$/, 'big5'],
  [/^(?:x-)?(?:shift[-_]?jis.*|sjis|ms_kanji|(?:cp|windows-)(?:932|31j))$/, 'shift_jis'],
  [/^(?:x-)?euc-?jp$/, 'euc-jp'],
  [/^(?:(?:cs)?iso-?2022-?jp.*|(?:cp)?5022[0-2])$/, 'iso-2022-jp'],
  [/^x-mac-(?:cyrillic|ukrainian)$/, 'x-mac-cyrillic'],
]

/** Names iconv-lite knows that are no charsets. */
const notCharsets = /^(?:base64|hex|internal|binary|cesu-?8|ucs-?2)$/

/** Decodes bytes labelled `charset`; null means no label. An unknown label is guessed at and flagged. */
export function decodeCharset(bytes: Buffer, charset: string | null): Decoded {
  const decoder = decoderFor(charset) ?? guessUnknown
  return decoder(bytes)
}

export function isKnownCharset(charset: string): boolean {
  return decoderFor(charset) !== undefined
}

/**
 * The bytes a header's encoded word was sent with, from text that `guess` has read: 8-bit characters do not belong
 * into such a word, but Outlook of old put them there, in the charset of the word.
 */
export function bytesOfWord(text: string, charset: string): Buffer {
  return utf8.test(charset) ? Buffer.from(text, 'utf8') : iconv.encode(text, 'windows-1252')
}

const decoders = new Map<string, Decoder | undefined>()

function decoderFor(charset: string | null): Decoder | undefined {
  const label = (charset ?? '').toLowerCase().replace(/^[\s'"]+|[\s'";]+$/g, '')
  if (decoders.has(label)) return decoders.get(label)
  const decoder = makeDecoder(label)
  // Labels come from strangers: the memory of them stays small.
  if (decoders.size < 200) decoders.set(label, decoder)
  return decoder
}

function makeDecoder(label: string): Decoder | undefined {
  if (guessed.test(label)) return decodeUnlabelled
  if (utf8.test(label)) return decodeUtf8
  const wide = multiByte.find(([pattern]) => pattern.test(label))?.[1]
  if (wide) {
    const decoder = new TextDecoder(wide)
    return (bytes) => flagged(decoder.decode(bytes))
  }
  const single = /^(?:iso[-_]?8859-?1|latin-?1|l1|cp819|iso-ir-100)$/.test(label) ? 'windows-1252' : label
  if (label.length > 40 || notCharsets.test(single) || !iconv.encodingExists(single)) return undefined
  if (single === 'windows-1252') return decodeWestern
  // UTF-7 and UTF-16 can spell half a surrogate pair, which JSON on the network must not hold (RFC 7493 §2.1).
  return (bytes) => flagged(iconv.decode(bytes, single).replace(/\p{Surrogate}/gu, '\ufffd'))
}

/** Bytes at which windows-1252 differs from ISO 8859-1, where each byte is the character of its number. */
const beyondLatin1 = /[\x80-\x9f]/

function decodeWestern(bytes: Buffer): Decoded {
  const value = bytes.toString('latin1')
  return beyondLatin1.test(value)
    ? flagged(iconv.decode(bytes, 'windows-1252'))
    : { value, isEncodingProblem: false }
}

function flagged(value: string): Decoded {
  return { value, isEncodingProblem: value.includes('\ufffd') }
}

/** UTF-8 where the bytes are UTF-8, else windows-1252: what unlabelled 8-bit mail is. */
export function decodeUnlabelled(bytes: Buffer): Decoded {
  if (isAscii(bytes)) return { value: bytes.toString('latin1'), isEncodingProblem: false }
  if (isUtf8(bytes)) return decodeUtf8(bytes)
  return { value: iconv.decode(bytes, 'windows-1252'), isEncodingProblem: true }
}

function guessUnknown(bytes: Buffer): Decoded {
  return { value: decodeUnlabelled(bytes).value, isEncodingProblem: true }
}

function decodeUtf8(bytes: Buffer): Decoded {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  const value = bytes.toString('utf8', start)
  if (isUtf8(bytes)) return { value, isEncodingProblem: false }
  // Not one character above ASCII came out right: the label lied, and it is western single-byte text.
  const isMislabelled = !/[^\p{ASCII}\ufffd]/u.test(value)
  return { value: isMislabelled ? iconv.decode(bytes, 'windows-1252') : value, isEncodingProblem: true }
}

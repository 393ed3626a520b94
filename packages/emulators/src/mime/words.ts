/** Text of a labelled charset; unknown labels and broken bytes never throw. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const label = charset?.trim().toLowerCase() ?? ''
  if (label === '' || label === 'us-ascii' || label === 'ascii') return decodeUnlabelled(bytes)
  try {
    const decoder = new TextDecoder(label)
    return decoder.encoding === 'windows-1252' ? decodeWindows(bytes) : decoder.decode(bytes)
  } catch {
    return decodeUnlabelled(bytes)
  }
}

/** 0x80 to 0x9F. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** Windows-1252, also for what calls itself Latin-1. By hand, because Node 20 takes the two for the same. */
function decodeWindows(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (sign) => windowsSigns[sign.charCodeAt(0) - 0x80] ?? sign)
}

/** Bytes nobody labelled: UTF-8 where they are UTF-8, else Windows-1252. */
export function decodeUnlabelled(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows(bytes)
  }
}

const encodedWord = /=\?([^?\s*]+)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi

/** Encoded words (RFC 2047) as text; neighbours of the same charset are joined before decoding, as split characters need it. */
export function decodeWords(value: string): string {
  const joined = value.replace(/(=\?[^?\s]+\?[bq]\?[^?]*\?=)\s+(?==\?[^?\s]+\?[bq]\?)/gi, '$1')
  let text = ''
  let at = 0
  let open: { charset: string; bytes: Buffer[] } | undefined
  const close = (): void => {
    if (open) text += decodeText(Buffer.concat(open.bytes), open.charset)
    open = undefined
  }
  for (const match of joined.matchAll(encodedWord)) {
    const [whole, charset = '', encoding = '', data = ''] = match
    if (match.index > at) {
      close()
      text += joined.slice(at, match.index)
    }
    const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(data, 'base64') : decodeQ(data)
    if (open && open.charset.toLowerCase() === charset.toLowerCase()) open.bytes.push(bytes)
    else {
      close()
      open = { charset, bytes: [bytes] }
    }
    at = match.index + whole.length
  }
  close()
  return text + joined.slice(at)
}

function decodeQ(data: string): Buffer {
  return percentLike(data.replaceAll('_', ' '), '=')
}

/** Octets written as `=E4` or `%E4`, the rest as they stand. */
export function percentLike(data: string, sign: '=' | '%'): Buffer {
  const pattern = sign === '=' ? /=([0-9a-f]{2})/gi : /%([0-9a-f]{2})/gi
  return Buffer.from(
    data.replace(pattern, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}

/**
 * The raster type of some bytes by their signature, or undefined. SVG is text that can carry script and is never an
 * image here; the sender's own claim of a type is never asked.
 */
export function sniffImage(bytes: Buffer): string | undefined {
  return signatures.find(({ matches }) => matches(bytes))?.type
}

interface Signature {
  type: string
  matches: (bytes: Buffer) => boolean
}

const signatures: readonly Signature[] = [
  { type: 'image/png', matches: (bytes) => startsWith(bytes, '\x89PNG\r\n\x1a\n') },
  { type: 'image/jpeg', matches: (bytes) => startsWith(bytes, '\xff\xd8\xff') },
  { type: 'image/gif', matches: (bytes) => startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a') },
  { type: 'image/webp', matches: (bytes) => startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) },
  { type: 'image/avif', matches: (bytes) => startsWith(bytes, 'ftyp', 4) && isAvifBrand(bytes) },
  { type: 'image/bmp', matches: (bytes) => startsWith(bytes, 'BM') && isBitmapHeader(bytes) },
  { type: 'image/x-icon', matches: (bytes) => startsWith(bytes, '\0\0\x01\0') && bytes.length >= 22 },
]

function startsWith(bytes: Buffer, signature: string, at = 0): boolean {
  return bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'))
}

function isAvifBrand(bytes: Buffer): boolean {
  return startsWith(bytes, 'avif', 8) || startsWith(bytes, 'avis', 8)
}

/** "BM" alone also starts ordinary text; a bitmap's second header has one of few sizes (BITMAPCOREHEADER to V5). */
function isBitmapHeader(bytes: Buffer): boolean {
  return bytes.length >= 26 && [12, 40, 52, 56, 64, 108, 124].includes(bytes.readUInt32LE(14))
}

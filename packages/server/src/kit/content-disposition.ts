/**
 * Content-Disposition with the name to save under (RFC 6266): `filename*` for everybody, and a plain `filename` beside it
 * where the name is plain, since simple clients know no other (appendix D). Characters that show nothing or turn the
 * reading direction are left out: `gpj.exe` must not read as `exe.jpg`.
 */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const visible = name.replace(/[\p{Cc}\p{Cf}]/gu, '')
  // A percent sign in the plain form is taken for an escape by some.
  const isPlain = /^[\x20-\x24\x26-\x7e]+$/.test(visible)
  const plain = isPlain ? ` filename="${visible.replace(/["\\]/g, '\\$&')}";` : ''
  return `${kind};${plain} filename*=UTF-8''${extendedValue(visible)}`
}

/** The characters of RFC 8187 §3.2.1, fewer than those of an address. */
function extendedValue(name: string): string {
  const percentEncode = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  // Half a surrogate pair cannot be encoded.
  return encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/['()*]/g, percentEncode)
}

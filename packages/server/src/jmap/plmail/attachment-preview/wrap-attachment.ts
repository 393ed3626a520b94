import type { MimePart } from '@plmail/mail-format'

/** A message of nothing but one attachment: what the reader of attachments takes. */
export function wrapAttachment({ type, name }: MimePart, content: Buffer): Buffer {
  // Only the extension matters; no name of a stranger gets into a header.
  const extension = /\.[a-z0-9]{1,5}$/i.exec(name ?? '')?.[0] ?? ''
  const mediaType = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127}$/.test(type)
    ? type
    : 'application/octet-stream'
  const lines = (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n')
  return Buffer.from(
    [
      'MIME-Version: 1.0',
      `Content-Type: ${mediaType}`,
      `Content-Disposition: attachment; filename="file${extension}"`,
      'Content-Transfer-Encoding: base64',
      '',
      lines,
      '',
    ].join('\r\n'),
    'latin1',
  )
}

import { deflateRawSync } from 'node:zlib'

/** A ZIP archive of these files; without checksums, which readers of text do not look at. */
export function writeZip(files: Readonly<Record<string, string | Buffer>>, isPacked = true): Buffer {
  const records: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = isPacked ? deflateRawSync(bytes) : bytes
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(isPacked ? 8 : 0, 4)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(bytes.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    const record = Buffer.concat([Buffer.from('PK\x03\x04'), shared, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), shared, tail, Buffer.from(name)]),
    )
    records.push(record)
    offset += record.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...records, ...directory, end])
}

/** A PDF of one page with a line of text. */
export function writePdf(text: string): Buffer {
  const content = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const at = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(
    `${body}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}

/** A message with a text and these attachments. */
export function messageWith(
  ...attachments: Array<{ type: string; name?: string; content: string | Buffer }>
): Buffer {
  const parts = attachments.map(({ type, name, content }) =>
    [
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment${name ? `; filename="${name}"` : ''}`,
      `Content-Transfer-Encoding: ${type.startsWith('message/') ? '8bit' : 'base64'}\r\n`,
      type.startsWith('message/') ? String(content) : Buffer.from(content).toString('base64'),
      '',
    ].join('\r\n'),
  )
  return Buffer.from(
    `From: ann@example.test\r\nSubject: s\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nshown\r\n${parts.join('')}--b--\r\n`,
  )
}

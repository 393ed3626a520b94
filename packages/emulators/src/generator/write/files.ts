import { crc32 as zlibCrc32, deflateSync } from 'node:zlib'

export type Colour = readonly [number, number, number]

const drawn = new Map<string, Buffer>()

/** A picture that is a soft slope between two colours. Drawn once: there are few of them and drawing is slow. */
export function png(width: number, height: number, from: Colour, to: Colour): Buffer {
  const key = [width, height, ...from, ...to].join()
  const picture = drawn.get(key) ?? draw(width, height, from, to)
  drawn.set(key, picture)
  return picture
}

function draw(width: number, height: number, from: Colour, to: Colour): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++) {
        const share = (x / width + y / height) / 2
        rows[y * (1 + width * 3) + 1 + x * 3 + c] = Math.round(
          (from[c] ?? 0) * (1 - share) + (to[c] ?? 0) * share,
        )
      }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(zlibCrc32(body))
  return Buffer.concat([length, body, sum])
}

/** One page of text lines, the first as a heading. */
export function pdf(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => line.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&'))
  const text = shown.map((line, i) => `/F1 ${i === 0 ? 20 : 11} Tf (${line}) Tj 0 -${i === 0 ? 34 : 18} Td`)
  const stream = `BT 60 780 Td ${text.join('\n')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let out = '%PDF-1.4\n'
  const places = objects.map((object, i) => {
    const place = out.length
    out += `${i + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  out += `${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF\n`
  return Buffer.from(out, 'latin1')
}

/** A winmail.dat with one attachment, as Outlook sends to those it takes for its like (MS-OXTNEF §2.1). */
export function tnef(subject: string, file: { name: string; bytes: Buffer }): Buffer {
  const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1')
  const version = Buffer.from([0, 0, 1, 0])
  const codePage = Buffer.from([0xe4, 0x04, 0, 0, 0, 0, 0, 0])
  const rendering = Buffer.alloc(14)
  rendering.writeUInt16LE(1, 0)
  rendering.writeUInt32LE(0xffffffff, 2)
  return Buffer.concat([
    Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00]),
    attribute(1, 0x00089006, version),
    attribute(1, 0x00069007, codePage),
    attribute(1, 0x00078008, text('IPM.Microsoft Mail.Note')),
    attribute(1, 0x00018004, text(subject)),
    attribute(2, 0x00069002, rendering),
    attribute(2, 0x00018010, text(file.name)),
    attribute(2, 0x0006800f, file.bytes),
  ])
}

function attribute(level: 1 | 2, id: number, data: Buffer): Buffer {
  const out = Buffer.alloc(9 + data.length + 2)
  out.writeUInt8(level, 0)
  out.writeUInt32LE(id, 1)
  out.writeUInt32LE(data.length, 5)
  data.copy(out, 9)
  // The checksum is the sum of the octets, in sixteen bits.
  out.writeUInt16LE(
    data.reduce((sum, byte) => (sum + byte) & 0xffff, 0),
    9 + data.length,
  )
  return out
}

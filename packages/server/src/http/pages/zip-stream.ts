import { crc32 } from 'node:zlib'

/** One file of an archive; `content` is asked for when its turn comes, so that one is held at a time. */
export interface ZipEntry {
  name: string
  content(): Promise<Buffer> | Buffer
}

/**
 * A ZIP archive (APPNOTE 6.3.3) piece by piece. Nothing is compressed: pictures and documents are already. Limits are
 * those of the format without extensions, 4 GiB, which no message reaches.
 */
export async function* zipStream(entries: readonly ZipEntry[], at: Date): AsyncGenerator<Buffer, void> {
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const bytes = await content()
    const common = commonFields(bytes, at, name)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name)])
    central.push(directoryEntry(common, name, offset))
    offset += local.length + bytes.length
    yield local
    yield bytes
  }
  const directory = Buffer.concat(central)
  yield directory
  yield endOf(entries.length, directory.length, offset)
}

/** From the version on to the length of the extra field, which local header and directory share. */
function commonFields(bytes: Buffer, at: Date, name: string): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(0x0800, 2) // names are UTF-8
  fields.writeUInt16LE(timeOf(at), 6)
  fields.writeUInt16LE(dayOf(at), 8)
  fields.writeUInt32LE(crc32(bytes), 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(bytes.length, 18)
  fields.writeUInt16LE(Buffer.byteLength(name), 22)
  return fields
}

function directoryEntry(common: Buffer, name: string, offset: number): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const signature = Buffer.from('PK\x01\x02\x14\x00', 'latin1')
  return Buffer.concat([signature, common, rest, Buffer.from(name)])
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

const timeOf = (at: Date) =>
  (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2)

/** Years count from 1980. */
const dayOf = (at: Date) =>
  (Math.min(127, Math.max(0, at.getUTCFullYear() - 1980)) << 9) |
  ((at.getUTCMonth() + 1) << 5) |
  at.getUTCDate()

/** Names that unpack into one folder on every system, each once. */
export function uniqueFileNames(names: readonly (string | null)[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const whole = fileName(name ?? '')
    const dot = whole.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [whole.slice(0, dot), whole.slice(dot)] : [whole, '']
    let unique = whole
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${extension}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** Without what a file system reads as more than a name, or a reader of names as something else. */
export function fileName(written: string): string {
  const name = written
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 150)
  return name === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)
    ? `file${name === '' ? '' : `-${name}`}`
    : name
}

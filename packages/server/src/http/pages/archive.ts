import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive; `content` is asked for when its turn comes, so that one is held at a time. */
export interface ArchivedFile {
  /** In UTF-8, relative, with `/` between folders. */
  name: string
  content(): Buffer
}

/**
 * A ZIP archive, made while it is read. Compressed with little effort, because pictures and documents are compressed
 * already; not compressed at all, readers that do not jump could not tell where a file ends.
 */
export function writeZip(files: readonly ArchivedFile[], at: Date): Readable {
  const archive = new ZipFile()
  const out = new PassThrough()
  for (const { name, content } of files) {
    archive.addReadStreamLazy(name, { mtime: at, compressionLevel: 1 }, (give) => {
      const read = Readable.from(once(content), { objectMode: false })
      read.on('error', (error) => out.destroy(error))
      give(null, read)
    })
  }
  archive.on('error', (error: Error) => out.destroy(error))
  archive.end()
  archive.outputStream.pipe(out)
  return out
}

/** Asked for while it is read, so that a failure ends the archive and nothing else. */
function* once(content: () => Buffer): Generator<Buffer, void> {
  yield content()
}

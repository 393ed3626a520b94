/* Entry of the process that reads attachments; bundled on its own as dist/reading-program.js. */
import { constants, setPriority } from 'node:os'
import { awaited } from './attachment-reader.ts'
import { attachedText } from './attachment-text.ts'

// Everything else goes before it, unless somebody looks on.
if (!process.argv.includes(awaited)) setPriority(constants.priority.PRIORITY_LOW)
process.on('message', (raw: Uint8Array) => {
  void attachedText(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)).then((text) =>
    process.send?.(text),
  )
})
process.send?.('ready')

import { type AttachmentReader, readingApart } from '../mail/index.ts'

// Beside the bundle once built.
const readingProgram = new URL('./reading-program.js', import.meta.url)

/** As long as somebody would wait. A document that takes longer is told as one that cannot be read. */
const budgetMs = 20_000

/** Reads one document for somebody who waits for it: each in a process of its own, which ends with it. */
export const documentReader: AttachmentReader = {
  read: async (raw) => {
    const reader = readingApart(readingProgram, { budgetMs, isAwaited: true })
    try {
      return await reader.read(raw)
    } finally {
      await reader.rest()
    }
  },
  rest: async () => {},
}

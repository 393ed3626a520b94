import { drawPdf } from './draw-pdf.ts'

/** For a card of 160 pixels on a screen of twice as many. */
const width = 320

let before: Promise<unknown> = Promise.resolve()

/**
 * The first page of a PDF, small; undefined when it cannot be drawn. One document after the other: each takes a worker
 * of some twenty megabytes.
 */
export function drawFirstPage(
  file: Blob,
  after: (ms: number, task: () => void) => () => void,
): Promise<Blob | undefined> {
  const drawn = before.then(async () => {
    const bytes = await file.arrayBuffer()
    return new Promise<Blob | undefined>((resolve) => {
      let picture: Blob | undefined
      drawPdf({
        order: { bytes, width, maxPages: 1 },
        after,
        onpage: (page) => (picture = page.picture),
        onend: () => resolve(picture),
      })
    })
  })
  before = drawn.catch(() => undefined)
  return drawn
}

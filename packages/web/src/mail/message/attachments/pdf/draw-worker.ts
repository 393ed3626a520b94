/**
 * Draws the pages of a stranger's PDF, in a worker that is thrown away after it. Like every file of `/assets` it comes
 * with the policy `default-src 'none'`, which is the worker's own: it can ask nobody for anything and makes no code out
 * of text. No script of a document runs, no form, no link; all that leaves are pictures.
 */
import { AnnotationMode, getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import type { PdfNews, PdfOrder } from './drawn-page.ts'

/** Pixels of one canvas: a page of A4 at 2,000 across is 5.7 million. */
const maxPixels = 8_000_000
const maxImagePixels = 40_000_000

/** The library creates one of these and expects a document, which a worker lacks. */
class WorkerCanvases {
  create(width: number, height: number) {
    if (!(width * height > 0 && width * height <= maxPixels))
      throw new Error('a canvas of that size is not drawn')
    const canvas = new OffscreenCanvas(width, height)
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) }
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number): void {
    if (width * height > maxPixels) throw new Error('a canvas of that size is not drawn')
    Object.assign(canvas, { width, height })
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }): void {
    Object.assign(canvas, { width: 0, height: 0 })
  }
}

/** Filters are elements of a page; without them some blended colours stay as they are. */
class NoFilters {
  addFilter = () => 'none'
  addHCMFilter = () => 'none'
  addAlphaFilter = () => 'none'
  addLuminosityFilter = () => 'none'
  addHighlightHCMFilter = () => 'none'
  destroy = () => undefined
}

addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const end = () => say({ kind: 'end' })
  // A page that fails halfway is sent as far as it was drawn.
  if (isOrder(data)) void draw(data).then(end, end)
})

async function draw({ bytes, width, maxPages }: PdfOrder): Promise<void> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    CanvasFactory: WorkerCanvases,
    FilterFactory: NoFilters,
    maxImageSize: maxImagePixels,
    // Messages are drawn as shapes: no font of a stranger reaches the browser's own reader of fonts.
    disableFontFace: true,
    useSystemFonts: false,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    enableXfa: false,
    isImageDecoderSupported: false,
    verbosity: 0,
  }).promise
  for (let number = 1; number <= Math.min(maxPages, document.numPages); number += 1) {
    await drawPage(document, number, width)
  }
}

async function drawPage(document: PDFDocumentProxy, number: number, targetWidth: number): Promise<void> {
  const page = await document.getPage(number)
  const whole = page.getViewport({ scale: 1 })
  const share = Math.min(targetWidth / whole.width, Math.sqrt(maxPixels / (whole.width * whole.height)))
  const viewport = page.getViewport({ scale: share })
  const [width, height] = [Math.max(1, Math.floor(viewport.width)), Math.max(1, Math.floor(viewport.height))]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('this browser draws nothing in a worker')
  await page.render({
    // The library asks for a canvas of a page and uses what both have.
    canvas: canvas as unknown as HTMLCanvasElement,
    canvasContext: context as unknown as CanvasRenderingContext2D,
    viewport,
    background: '#fff',
    annotationMode: AnnotationMode.ENABLE,
  }).promise
  const picture = await canvas.convertToBlob({ type: 'image/png' })
  say({ kind: 'page', number, of: document.numPages, picture, width, height })
  page.cleanup()
}

function isOrder(data: unknown): data is PdfOrder {
  return typeof data === 'object' && data !== null && 'bytes' in data && data.bytes instanceof ArrayBuffer
}

function say(news: PdfNews): void {
  postMessage(news)
}

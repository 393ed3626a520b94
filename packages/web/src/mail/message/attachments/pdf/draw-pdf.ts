import { parseNews, type DrawnPage, type PdfOrder } from './drawn-page.ts'

/** A page that takes longer is not waited for: some documents are made to take for ever. */
const pageMs = 60_000

/** Larger documents are not drawn: the worker holds them whole. */
export const largestPdf = 32_000_000

export const isPdf = ({ type, name }: { type: string; name: string | null }): boolean =>
  type === 'application/pdf' || (type === 'application/octet-stream' && /\.pdf$/i.test(name ?? ''))

export interface PdfDrawing {
  readonly order: PdfOrder
  after(ms: number, task: () => void): () => void
  onpage(page: DrawnPage): void
  /** No more pages come: all are there, or the document is broken, locked or endless. */
  onend(): void
}

/** Draws one document in a worker of its own, which ends with it. Answers how to stop before that. */
export function drawPdf({ order, after, onpage, onend }: PdfDrawing): () => void {
  const worker = new Worker(new URL('./draw-worker.ts', import.meta.url), { type: 'module', name: 'pdf' })
  let callOff = after(pageMs, end)

  function stop(): void {
    callOff()
    worker.terminate()
  }
  function end(): void {
    stop()
    onend()
  }

  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const news = parseNews(data)
    if (news?.kind === 'end') return end()
    if (!news) return
    callOff()
    callOff = after(pageMs, end)
    onpage(news)
  })
  worker.addEventListener('error', end)
  worker.postMessage(order, [order.bytes])
  return stop
}

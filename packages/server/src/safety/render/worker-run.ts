import { Worker } from 'node:worker_threads'
import type { RenderedBody, RenderJob } from './rendering.ts'
import type { Drawing, RenderRun } from './render-run.ts'

export interface WorkerRunOptions {
  /** The bundled worker; by default the one beside the bundled program. From sources there is none: see inThisThread. */
  file?: URL
  /** Time one body may take; a parser caught in a quadratic case is stopped with its thread. */
  budgetMs?: number
}

/**
 * Draws in one worker thread, one body after the other. A thread that is stuck, out of memory or thrown out of its
 * loop is replaced, so that one hostile message costs its own drawing and nothing else.
 */
export function inWorker(options: WorkerRunOptions = {}): RenderRun {
  const { file = new URL('./render-worker.js', import.meta.url), budgetMs = 2_000 } = options
  let running: Promise<Worker> | undefined
  let queue: Promise<unknown> = Promise.resolve()

  async function drawNext(job: RenderJob): Promise<Drawing> {
    const worker = await (running ??= startWorker(file))
    const drawing = await drawWith(worker, job, budgetMs)
    if (!drawing.ok) {
      running = undefined
      await worker.terminate()
    }
    return drawing
  }

  return {
    draw(job) {
      const drawing = queue.then(() => drawNext(job))
      queue = drawing.catch(() => {
        // the caller hears of it; the next body gets a new thread
        running = undefined
      })
      return drawing
    },
    async close() {
      await queue
      await (await running)?.terminate()
      running = undefined
    },
  }
}

/** Waits until the code is loaded, so that the first body's budget is not spent on starting. */
function startWorker(file: URL): Promise<Worker> {
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 512 } })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', () => {
      worker.off('error', reject)
      // an idle thread must not keep the process alive, nor its crash between two bodies end it
      worker.unref()
      worker.on('error', () => {})
      resolve(worker)
    })
  })
}

function drawWith(worker: Worker, job: RenderJob, budgetMs: number): Promise<Drawing> {
  return new Promise((resolve) => {
    const settle = (drawing: Drawing) => {
      clearTimeout(timer)
      worker.off('message', drawn)
      worker.off('exit', crashed)
      worker.unref()
      resolve(drawing)
    }
    const drawn = (body: RenderedBody) => settle({ ok: true, body })
    const crashed = () => settle({ ok: false, why: 'crashed' })
    const timer = setTimeout(() => settle({ ok: false, why: 'too-slow' }), budgetMs)
    worker.ref()
    worker.once('message', drawn)
    worker.once('exit', crashed)
    worker.postMessage(job)
  })
}

import { Worker } from 'node:worker_threads'
import type { SafeBody, RenderJob } from './rendering.ts'
import type { Drawing, RenderRun } from './render-run.ts'

export interface WorkerRunOptions {
  /** The bundled worker; by default the one beside the bundled program. From sources there is none: see inThisThread. */
  file?: URL
  /** Time one body may take; a parser caught in a quadratic case is stopped with its thread. */
  budgetMs?: number
  /** After so long without a body the thread ends, and gives back what it holds: some 30 MiB. */
  idleMs?: number
}

/**
 * Draws in one worker thread, one body after the other. A thread that is stuck, out of memory or thrown out of its
 * loop is replaced, so that one hostile message costs its own drawing and nothing else.
 */
export function inWorker(options: WorkerRunOptions = {}): RenderRun {
  const { file = new URL('./render-worker.js', import.meta.url), budgetMs = 2_000, idleMs = 60_000 } = options
  let running: Promise<Worker> | undefined
  let queue: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined

  async function drawNext(job: RenderJob): Promise<Drawing> {
    clearTimeout(idle)
    const worker = await (running ??= startWorker(file))
    const drawing = await drawWith(worker, job, budgetMs)
    if (!drawing.ok) await stop()
    idle = setTimeout(() => (queue = queue.then(stop)), idleMs).unref()
    return drawing
  }

  async function stop(): Promise<void> {
    const worker = running
    running = undefined
    await (await worker)?.terminate()
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
      clearTimeout(idle)
      await stop()
    },
  }
}

/** Waits until the code is loaded, so that the first body's budget is not spent on starting. */
function startWorker(file: URL): Promise<Worker> {
  // A young generation as small as the process's own (tools/start.mjs).
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 },
  })
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
    const drawn = (body: SafeBody) => settle({ ok: true, body })
    const crashed = () => settle({ ok: false, why: 'crashed' })
    const timer = setTimeout(() => settle({ ok: false, why: 'too-slow' }), budgetMs)
    worker.ref()
    worker.once('message', drawn)
    worker.once('exit', crashed)
    worker.postMessage(job)
  })
}

/* Entry of the worker thread that draws bodies; bundled on its own as dist/render-worker.js. */
import { parentPort } from 'node:worker_threads'
import { drawBody } from './draw-body.ts'
import type { RenderJob } from './rendering.ts'

const port = parentPort
if (!port) throw new Error('render-worker runs only as a worker thread')
port.on('message', (job: RenderJob) => port.postMessage(drawBody(job)))
port.postMessage('ready')

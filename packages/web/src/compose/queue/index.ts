/** The queue of messages sent while the server could not be reached: a chunk of its own, without the editor. */
export { createMessageQueue } from './message-queue.ts'

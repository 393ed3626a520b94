/** What was told to go while the server could not be reached: a chunk of its own, without the editor. */
export { createMessageQueue } from './queue/message-queue.ts'

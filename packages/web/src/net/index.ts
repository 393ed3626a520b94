/**
 * The way to the server: plain JSON calls, bearer tokens, JMAP batches. Knows transport and sign-in, no mail.
 * Called by records, commands, live and main; never by a screen.
 */
export { createHttp } from './http.ts'
export type { Answer, Http } from './http.ts'
export { createTokens } from './tokens.ts'

export type { BlobUpload } from './upload.ts'
export { createBatch, createJmap, resultOf } from './jmap.ts'
export type { Answers, Batch, Call, Jmap, MethodAnswer } from './jmap.ts'

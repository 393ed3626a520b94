/**
 * Everything that arrives over HTTP: the frame (who is asking, headers, errors), pages, the web client's files and
 * the mounted routes of the protocols. Called by main. Knows rooms only by their doors; holds no state of its own.
 */
export { type RouteServices, type HttpNeeds, createHttp } from './server.ts'
export { Problem } from './guard/index.ts'

/** Everything that plMail says, in every language; the client loads its sections one by one from `load`. */
export { catalogueOf } from './catalogue-of.ts'
export { directionOf } from './direction-of.ts'
export type { ServerCatalogue } from '#compiled/server-sections.ts'
export { sayProblem } from './say-problem-of-server.ts'

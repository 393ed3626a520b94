/** The schema gate: judges what goes over the wire of both providers by compact tables of their published documents. */
export { createGoogleGate, type GoogleGate, type Matched } from './google-gate.ts'
export { readGoogleTable, type GoogleTable } from './google-table.ts'
export { createGraphGate } from './graph-gate.ts'
export { readGraphTable, type GraphTable } from './graph-table.ts'

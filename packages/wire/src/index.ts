/** What crosses the network: JMAP shapes, live events, problems. No I/O, no dependencies. */
export * from './ids.ts'
export * from './composing.ts'
export * from './jmap-shapes.ts'
export * from './jmap.ts'
export * from './personal.ts'
export * from './preferences.ts'
export * from './live-events.ts'
export * from './api.ts'

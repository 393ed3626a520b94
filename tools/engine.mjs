import { setFlagsFromString } from 'node:v8'

/** The versions of V8 (the first number of `process.versions.v8`) that were seen to have a flag and to heed it while they run. */
const flags = [
  // The old generation is collected once it is half as large again, instead of up to four times as large.
  { flag: '--heap-growing-percent=50', from: 11, to: 14 },
  // Code is compiled for speed after a third of the work: a server of few users has few calls. Later versions count
  // calls instead, by flags whose gain was not established (docs/performance.md).
  { flag: '--interrupt-budget=20000', from: 11, to: 11 },
]

/**
 * Sets what helps a server of few users, while it runs: the flags of V8 differ between versions of Node.js, and on the
 * command line one that is lacking ends the process before it begins. A version of V8 that nobody tried is left as it is.
 */
export function tuneEngine(v8 = process.versions.v8) {
  const version = Number.parseInt(v8, 10)
  for (const { flag, from, to } of flags) if (version >= from && version <= to) setFlagsFromString(flag)
}

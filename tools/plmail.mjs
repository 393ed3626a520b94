#!/usr/bin/env -S node --max-semi-space-size=4
/**
 * The `plmail` command: console commands and `plmail serve`. Builds first where the sources are newer. Its heap is
 * bounded as that of `npm start` is (start.mjs).
 */
import { requireNode } from './node-version.mjs'

requireNode()
// Not awaited at the top level, for the same reason as in start.mjs.
import('./ready.mjs').then(({ makeReady, runBuilt }) => {
  makeReady()
  return runBuilt(process.argv.slice(2))
})

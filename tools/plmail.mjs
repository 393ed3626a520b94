#!/usr/bin/env -S node --max-semi-space-size=4 --heap-growing-percent=50 --interrupt-budget=20000
/**
 * The `plmail` command: console commands and `plmail serve`. Builds first where the sources are newer. Its heap is
 * bounded as that of `npm start` is (start.mjs).
 */
import { requireNode } from './node-version.mjs'

requireNode()
const { makeReady, runBuilt } = await import('./ready.mjs')
makeReady()
await runBuilt(process.argv.slice(2))

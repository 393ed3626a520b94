#!/usr/bin/env node
/** The `plmail` command: console commands and `plmail serve`. Builds first where the sources are newer. */
import { requireNode } from './node-version.mjs'

requireNode()
const { makeReady, runBuilt } = await import('./ready.mjs')
makeReady()
await runBuilt(process.argv.slice(2))

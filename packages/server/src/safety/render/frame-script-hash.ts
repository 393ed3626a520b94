import { createHash } from 'node:crypto'
import { frameScript } from '@plmail/wire/frame-script'

/** For the `script-src` of every page that holds message frames. */
export const frameScriptHash = `'sha256-${createHash('sha256').update(frameScript).digest('base64')}'`

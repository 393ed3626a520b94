import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built.mjs'
import { install, isInstalled } from './installed.mjs'

/** The folder of the program. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Installs and builds what is missing or stale; does nothing, quickly, when all is as it should be. */
export function makeReady() {
  const mustBuild = !isBuilt(root)
  if (!isInstalled(root, mustBuild)) {
    console.error('Installing the locked dependencies…')
    if (!install(root)) giveUp('The dependencies could not be installed; npm says why above.')
  }
  if (!mustBuild) return
  console.error('Building plMail…')
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) giveUp('plMail could not be built; the reason stands above.')
}

/** Runs a command of the built program in this process and ends with its exit code. */
export async function runBuilt(args) {
  const { run } = await import('../packages/server/dist/plmail.js')
  process.exit(await run({ args, home: root }))
}

function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from './built.mjs'
import { tuneEngine } from './engine.mjs'
import { install, isInstalled } from './installed.mjs'

/** The folder of the program. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * Installs and builds what is missing or stale; does nothing, quickly, when all is as it should be. The demo needs the
 * emulated providers as well.
 */
export function makeReady({ withEmulators = false } = {}) {
  const mustBuild = !isBuilt(root)
  const mustBuildEmulators = withEmulators && !isBuilt(root, 'emulators')
  if (!isInstalled(root, mustBuild || mustBuildEmulators)) {
    console.error('Installing the locked dependencies…')
    if (!install(root)) giveUp('The dependencies could not be installed; npm says why above.')
  }
  if (mustBuild) build('plMail', [])
  if (mustBuildEmulators) build('the emulated providers', ['emulators'])
}

function build(name, args) {
  console.error(`Building ${name}…`)
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) giveUp(`Building ${name} failed; the reason stands above.`)
}

/** Runs a command of the built program in this process and ends with its exit code. */
export async function runBuilt(args) {
  tuneEngine()
  const { run } = await import('../packages/server/dist/plmail.js')
  process.exit(await run({ args, home: root }))
}

function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

// Types of every package, of the tests and benches, and in the components of the web client. All are checked, so that one
// look shows all that is wrong. Svelte's checker needs TypeScript 6; everything else is checked by 7, which
// takes a quarter of the time.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { workspaces } from './workspaces.mjs'

/** Its files are part of the server's program, which imports them from tests: checked alone they would bring it again. */
const checkedWithServer = 'packages/server-testing'
const folders = workspaces().map(({ folder }) => folder)
const checked = [...folders.filter((folder) => folder !== checkedWithServer), 'test']
// Both TypeScripts bring a `tsc`: by its path it is certain which one runs.
const svelteCheck = join('node_modules', 'svelte-check', 'bin/svelte-check')
const tsc = join('node_modules', 'typescript-native', 'bin/tsc')
const commands = checked.map((folder) =>
  folder === 'packages/web'
    ? [svelteCheck, '--tsconfig', `${folder}/tsconfig.json`, '--fail-on-warnings']
    : [tsc, '-p', folder],
)
const failed = commands.filter((args) => {
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)

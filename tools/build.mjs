/**
 * Builds server and web client into their `dist` folders: `node tools/build.mjs [server|web [FOLDER]]` builds one of
 * them, into FOLDER when it is given. `emulators`, which only the demo runs, are built only by name.
 */
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { compileWords, pseudoLanguageOf } from '../packages/words/compile/compile-words.mjs'
import { stampBuilt } from './built.mjs'
import { bundledFolders } from './workspaces.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const server = join(root, 'packages/server')
const web = join(root, 'packages/web')
const emulators = join(root, 'packages/emulators')
/** Packages of hundreds of small files, of which we use a few: finding and reading them was half of a start. */
const bundled = ['typebox', 'jose']

const [only, elsewhere] = process.argv.slice(2)
const isWanted = (part) => only === part || (only === undefined && part !== 'emulators')
/** `PLMAIL_ENGLISH`: a made-up language in the place of English, for tests of what no catalogue says. */
const english = pseudoLanguageOf(process.env['PLMAIL_ENGLISH'])
const conditions = english ? ['module', english] : ['module']
compileWords({ english })
if (isWanted('server')) await buildServer(elsewhere ?? join(server, 'dist'))
if (isWanted('web')) await buildWeb(elsewhere ?? join(web, 'dist'))
if (isWanted('emulators')) await buildEmulators(elsewhere ?? join(emulators, 'dist'))
if (only === undefined) stampBuilt(root)
if (only === 'emulators' && elsewhere === undefined) stampBuilt(root, 'emulators')

async function buildServer(out) {
  await bundle('packages/server', { plmail: join(server, 'src/main/plmail.ts'), ...startedApart() }, out)
  cpSync(join(server, 'src/store/migrations'), join(out, 'migrations'), { recursive: true })
}

async function buildEmulators(out) {
  await bundle('packages/emulators', { emulators: join(emulators, 'src/index.ts') }, out)
}

async function bundle(home, entryPoints, out) {
  const { build } = await import('esbuild')
  rmSync(out, { recursive: true, force: true })
  await build({
    entryPoints,
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    conditions,
    sourcemap: 'linked',
    sourcesContent: false,
    external: externals(home),
    logLevel: 'warning',
  })
}

// Worker threads, and processes for code that may crash, start from files of their own beside the program.
function startedApart() {
  const sources = bundledFolders('packages/server').map((folder) => join(root, folder, 'src'))
  const files = sources
    .flatMap((source) => readdirSync(source, { recursive: true }).map((name) => join(source, name)))
    .filter((file) => file.endsWith('-program.ts') || (file.endsWith('-worker.ts') && isThread(file)))
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]))
}

function isThread(file) {
  return readFileSync(file, 'utf8').includes('node:worker_threads')
}

// The other packages stay what npm installed; our own workspaces are sources and become part of the bundle.
function externals(home) {
  const manifests = bundledFolders(home).map((folder) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
  )
  const names = manifests
    .flatMap(({ dependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies }),
    )
    .filter((name) => !name.startsWith('@plmail/') && !bundled.includes(name))
  return names.flatMap((name) => [name, `${name}/*`])
}

async function buildWeb(out) {
  const { build } = await import('vite')
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: out, emptyOutDir: true },
  })
  await buildWorker(out)
  compress(out)
}

// The program that draws PDFs is large and seldom needed: the browser caches it at its first use.
function isCachedByWorker(name) {
  return /\.(js|css|html|svg|png|webmanifest|woff2)$/.test(name) && !/\bdraw-worker-/.test(name)
}

// Built last: the service worker holds the digest of every file of the client, and so changes with each of them.
async function buildWorker(out) {
  const { build } = await import('esbuild')
  const names = readdirSync(out, { recursive: true }).map((name) => name.replaceAll('\\', '/'))
  const files = names
    .filter(isCachedByWorker)
    .sort()
    .map((name) => [name === 'index.html' ? '/' : `/${name}`, digestOf(readFileSync(join(out, name)))])
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  await build({
    entryPoints: { sw: join(web, 'src/worker/worker.ts') },
    outdir: out,
    bundle: true,
    minify: true,
    format: 'iife',
    conditions,
    target: 'es2023',
    define: { SHELL: JSON.stringify({ version, files }) },
    logLevel: 'warning',
  })
}

function digestOf(content) {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

// Compressed once here, at the highest level, instead of at every request.
function compress(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = join(folder, name)
    if (!/\.(js|css|html|svg|json|webmanifest)$/.test(name) || statSync(file).size < 1024) continue
    const content = readFileSync(file)
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    }
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  }
}

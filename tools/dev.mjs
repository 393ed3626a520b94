/**
 * `npm run dev`: Vite serves the web client and passes everything else to the server behind it. Vite applies a change
 * of the client's sources by itself; after a change of the server's sources the server is built and started again, and
 * the page reloads. Data and builds lie in `var/dev`, apart from those of `npm start`.
 */
import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { install, isInstalled } from './installed.mjs'
import { requireNode } from './node-version.mjs'
import { stopWithParent } from './stop-with-parent.mjs'
import { sourcesOf } from './workspaces.mjs'

requireNode()
const root = resolve(import.meta.dirname, '..')
const dataDirectory = join(resolve(root, process.env.APP_DATA_DIR?.trim() || 'var'), 'dev')
const program = join(dataDirectory, 'program')
const built = join(program, 'packages/server/dist')
const port = Number(process.env.PORT?.trim() || 8081)
// A name of its own: cookies do not tell ports apart, and those of `npm start` belong to 127.0.0.1.
const address = `http://localhost:${port}`
const serverSources = sourcesOf('packages/server').map((path) => join(root, path))
/** An editor that saves writes a file more than once. */
const settleMs = 100

if (!isInstalled(root, true)) {
  console.error('Installing the locked dependencies…')
  if (!install(root)) process.exit(1)
}
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => stop.abort())
if (process.env.npm_lifecycle_event) stopWithParent()

prepareProgram()
const front = createServer()
await listenOn(front, port)
const backPort = await freePort()
const vite = await startVite()
let server
let isStale = false
let isRefreshing = false
let isAnnounced = false
let timer
vite.watcher.add(serverSources)
vite.watcher.on('all', (_event, file) => {
  if (file.endsWith('.test.ts') || !serverSources.some((folder) => file.startsWith(folder))) return
  clearTimeout(timer)
  timer = setTimeout(refresh, settleMs)
})
stop.signal.addEventListener('abort', end)
await refresh()

/** Builds and starts the server until no source has changed meanwhile. A build that fails leaves the old server running. */
async function refresh() {
  isStale = true
  if (isRefreshing) return
  isRefreshing = true
  while (isStale && !stop.signal.aborted) {
    isStale = false
    if (!(await buildServer()) || stop.signal.aborted) continue
    await stopServer()
    rmSync(built, { recursive: true, force: true })
    renameSync(`${built}-next`, built)
    if (!stop.signal.aborted && (await startServer())) announce()
  }
  isRefreshing = false
}

async function buildServer() {
  const builder = join(root, 'tools/build.mjs')
  const child = spawn(process.execPath, [builder, 'server', `${built}-next`], { stdio: ['ignore', 2, 2] })
  return (await exitOf(child)) === 0
}

/** Answers whether the server became ready. What it prints passes, but for the address, which is not the one to open. */
async function startServer() {
  const child = spawn(process.execPath, ['--enable-source-maps', join(program, 'plmail.mjs')], {
    env: serverEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = exitOf(child)
  server = { child, ended }
  const ready = new Promise((settle) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // In whichever language: the line with the address, and the one that leads to the set-up page.
      if (/^plMail .*\bhttps?:\/\/\S+\/$/.test(line)) settle(true)
      else if (!/\bhttps?:\/\/\S+\/install\b/.test(line)) console.log(line)
    })
  })
  const failed = ended.then(() => {
    if (server?.child === child && !stop.signal.aborted)
      console.error('The server ended. It starts again when one of its files changes.')
    return false
  })
  return Promise.race([ready, failed])
}

async function stopServer() {
  const stopping = server
  server = undefined
  stopping?.child.kill('SIGTERM')
  await stopping?.ended
}

function announce() {
  if (isAnnounced) console.log('The server runs with the changes.')
  else console.log(`plMail in development: open ${address}/ (Ctrl+C ends it)`)
  isAnnounced = true
  vite.ws.send({ type: 'full-reload' })
}

async function end() {
  clearTimeout(timer)
  await stopServer()
  await vite.close()
  process.exit(0)
}

/** The server's data and its build are in `var/dev`, wherever the environment puts those of `npm start`. */
function serverEnvironment() {
  const unset = { DATABASE_URL: '', DATABASE_LISTEN_URL: '', BLOB_URL: '', APP_SECRETS_FILE: '' }
  return {
    APP_ENV: 'dev',
    LOG_LEVEL: 'warn',
    ...process.env,
    ...unset,
    HOST: '127.0.0.1',
    PORT: String(backPort),
    APP_PUBLIC_URL: address,
    APP_DATA_DIR: dataDirectory,
  }
}

/** A folder that looks like a checkout to the server: what it was built into, and the installed packages. */
function prepareProgram() {
  mkdirSync(join(program, 'packages/server'), { recursive: true })
  copyFileSync(join(root, 'package.json'), join(program, 'package.json'))
  const packages = join(program, 'node_modules')
  if (!existsSync(packages)) symlinkSync(join(root, 'node_modules'), packages)
  const stopWithParentFile = JSON.stringify(join(root, 'tools/stop-with-parent.mjs'))
  writeFileSync(
    join(program, 'plmail.mjs'),
    `import { stopWithParent } from ${stopWithParentFile}
import { run } from './packages/server/dist/plmail.js'
stopWithParent()
process.exit(await run({ args: ['serve'], home: import.meta.dirname }))
`,
  )
}

// In middleware mode, because Vite's own server ends the process at a signal without waiting for ours.
async function startVite() {
  process.env.PLMAIL_SERVER = `http://127.0.0.1:${backPort}`
  const { createServer: createVite } = await import('vite')
  const client = await createVite({
    configFile: join(root, 'packages/web/vite.config.ts'),
    logLevel: 'warn',
    server: { middlewareMode: { server: front }, ws: { server: front } },
  })
  front.on('request', client.middlewares)
  return client
}

function listenOn(listener, onPort) {
  return new Promise((settle, fail) => {
    listener.once('listening', settle)
    listener.once('error', (error) => {
      if (error.code !== 'EADDRINUSE') return fail(error)
      console.error(
        `Port ${onPort} is taken by another program. Name another one, as in PORT=8090 npm run dev.`,
      )
      process.exit(1)
    })
    listener.listen(onPort, 'localhost')
  })
}

async function freePort() {
  const listener = createServer()
  await listenOn(listener, 0)
  const { port: free } = listener.address()
  await new Promise((settle) => listener.close(settle))
  return free
}

function exitOf(child) {
  return new Promise((settle) => {
    child.once('exit', settle)
    child.once('error', () => settle(1))
  })
}

// `npm test`: every check and test, from a fresh clone. Installs missing Debian packages as root, and names them otherwise.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install, isInstalled } from './installed.mjs'
import { roomInMemory } from './room-in-memory.mjs'
import { missingPackages } from './test-parts.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

function bringTestParts() {
  const packages = missingPackages()
  if (packages.length === 0) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installPackages(packages)
  const missing = missingPackages()
  if (missing.length === 0) return
  console.error(`The tests run against real parts that are missing here. Install them: ${missing.join(' ')}`)
  process.exit(1)
}

function installPackages(packages) {
  console.log(`Installing ${packages.join(', ')}`)
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  execFileSync('apt-get', ['update', '-q'], options)
  // Also packages that the system believes to have: some of their files are gone.
  execFileSync('apt-get', ['install', '-yq', '--reinstall', '--no-install-recommends', ...packages], options)
}

/** Runs a step and prints its output when it has ended, so that the output of steps side by side is not mixed. */
function step([name, command, args]) {
  const started = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(text))
  return new Promise((resolve) => {
    child.on('error', (error) => output.push(`${error.message}\n`))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(output.map((text) => Buffer.from(text))))
      resolve(reportStep(name, code === 0, started))
    })
  })
}

/** Runs the tests and passes their output on as it comes, since they take long. A signal stops them before it stops us. */
async function runTests(args) {
  const started = performance.now()
  const room = roomInMemory()
  const env = room ? { ...process.env, TEST_DATABASE_FOLDER: room.folder } : process.env
  const child = spawn('npx', ['vitest', 'run', ...args], { stdio: 'inherit', env })
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => void child.kill(name))
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(1))
    child.on('close', resolve)
  })
  room?.leave()
  return reportStep('tests', code === 0, started)
}

function reportStep(name, isFine, started) {
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${isFine ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`)
  return isFine ? [] : [name]
}

/** Returns the names of the steps that failed. All of them run, so that one log shows everything that is wrong. */
async function inTurn(steps) {
  const failed = []
  for (const next of steps) failed.push(...(await step(next)))
  return failed
}

if (!isInstalled(root, true) && !install(root)) process.exit(1)
bringTestParts()
const arguments_ = process.argv.slice(2)
const checks = [
  [
    ['build', 'node', ['tools/build.mjs']],
    ['bundle size', 'node', ['tools/check-bundle.mjs']],
    ['format', 'npm', ['run', '-s', 'check:format']],
  ],
  [['types', 'npm', ['run', '-s', 'check:types']]],
  [
    ['lint', 'npm', ['run', '-s', 'check:lint']],
    ['rooms', 'npm', ['run', '-s', 'check:rooms']],
    ['sizes and tables', 'npm', ['run', '-s', 'check:sizes']],
    ['dependencies', 'npm', ['run', '-s', 'check:dependencies']],
    ['nothing unused', 'npm', ['run', '-s', 'check:unused']],
  ],
]
const failed = arguments_.length > 0 ? [] : (await Promise.all(checks.map(inTurn))).flat()
// The tests under load take minutes and run apart: `npm run test:load`.
failed.push(...(await runTests(arguments_.length > 0 ? arguments_ : ['--project', '!load'])))
for (const name of failed) console.error(`FAILED: ${name}`)
process.exit(failed.length === 0 ? 0 : 1)

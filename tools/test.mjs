// `npm test`: everything, from a fresh clone. Brings what is missing when it may, names it when it may not.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { install, isInstalled } from './installed.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const needed = [
  { path: '/usr/lib/postgresql/15/bin/postgres', packages: ['postgresql-15'] },
  { path: '/usr/sbin/dovecot', packages: ['dovecot-imapd', 'dovecot-lmtpd'] },
  { path: '/usr/bin/chromium', packages: ['chromium'] },
]

function bringTestParts() {
  const packages = needed.filter((part) => !existsSync(part.path)).flatMap((part) => part.packages)
  if (packages.length === 0) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `The tests run against real parts that are missing here. Install them: ${packages.join(' ')}`,
    )
    process.exit(1)
  }
  console.log(`Installing ${packages.join(', ')}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  execFileSync('apt-get', ['install', '-yq', '--no-install-recommends', ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env,
  })
}

function step(name, command, args) {
  const started = performance.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${status === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`)
  return status === 0
}

if (!isInstalled(root, true) && !install(root)) process.exit(1)
bringTestParts()
const arguments_ = process.argv.slice(2)
const steps =
  arguments_.length > 0
    ? [['tests', 'npx', ['vitest', 'run', ...arguments_]]]
    : [
        ['build', 'node', ['tools/build.mjs']],
        ['bundle size', 'node', ['tools/check-bundle.mjs']],
        ['types', 'npm', ['run', '-s', 'check:types']],
        ['lint', 'npm', ['run', '-s', 'check:lint']],
        ['format', 'npm', ['run', '-s', 'check:format']],
        ['rooms', 'npm', ['run', '-s', 'check:rooms']],
        ['sizes and tables', 'npm', ['run', '-s', 'check:sizes']],
        ['dependencies', 'npm', ['run', '-s', 'check:dependencies']],
        // What only shows under load takes minutes: `npm run test:load`.
        ['tests', 'npx', ['vitest', 'run', '--project', '!load']],
      ]
// Every step runs, so that one look at the log shows all that is wrong.
const failed = steps.filter(([name, command, args]) => !step(name, command, args))
for (const [name] of failed) console.error(`FAILED: ${name}`)
process.exit(failed.length === 0 ? 0 : 1)

// No file is longer than 500 lines and no folder has a vague name. Prints what breaks a rule, and ends with 1 then.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const largest = 500
const nameless = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'services',
  'managers',
  'misc',
  'lib',
])
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
const files = listed.split('\n').filter((file) => file !== '' && existsSync(file))

const broken = []
for (const file of files) {
  const folder = file.split('/').find((part) => nameless.has(part))
  if (folder) broken.push(`${file}: a folder named ${folder} says nothing about what is in it`)
  const isSource = /\.(ts|mjs|cjs|svelte|css)$/.test(file) && !file.startsWith('test/fixtures/')
  const lines = isSource ? readFileSync(file, 'utf8').split('\n').length - 1 : 0
  if (lines > largest) broken.push(`${file}: ${lines} lines, at most ${largest}`)
}
const kit = files.filter((file) => file.startsWith('packages/server/src/kit/') && !file.endsWith('.test.ts'))
const kitLines = kit.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0)
if (kitLines > 1000) broken.push(`packages/server/src/kit: ${kitLines} lines, at most 1000`)

for (const line of broken) console.error(line)
process.exit(broken.length === 0 ? 0 : 1)

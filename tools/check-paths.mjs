// Each page of docs/paths is walked by a test of the same name in test/journeys and says so, and each of those tests has
// its page. Every file and folder that a page of these, CONTRIBUTING.md, SECURITY.md or a script of package.json names is
// there; so is every test that holds a promise of the calendar or of JMAP, or that a table of what fell names.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingNamedTests } from './named-tests.mjs'

const pages = 'docs/paths'
const journeys = 'test/journeys'
const names = (folder, ending) =>
  readdirSync(folder).flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -ending.length)] : []))
const described = names(pages, '.md')
const walked = names(journeys, '.test.ts')

const broken = []
for (const name of described.filter((page) => !walked.includes(page)))
  broken.push(`${pages}/${name}.md: no test ${journeys}/${name}.test.ts walks it`)
for (const name of walked.filter((journey) => !described.includes(journey)))
  broken.push(`${journeys}/${name}.test.ts: no page ${pages}/${name}.md tells the way it walks`)

/** Places in code marks: paths from the root of the repository, or below the folder that a page says paths are below. */
const isPlace = (text) =>
  /^(?!var\/)[\w@.-]+(\/[\w@.-]+)+$/.test(text) && (/\.\w+$/.test(text) || text.startsWith('packages/'))
for (const name of described) {
  const text = readFileSync(join(pages, `${name}.md`), 'utf8')
  if (walked.includes(name) && !text.includes(`${journeys}/${name}.test.ts`))
    broken.push(`${pages}/${name}.md: does not name its test`)
  broken.push(...missingPlaces(join(pages, `${name}.md`), text))
}
for (const page of ['CONTRIBUTING.md', 'SECURITY.md'])
  broken.push(...missingPlaces(page, readFileSync(page, 'utf8')))

for (const [name, command] of Object.entries(JSON.parse(readFileSync('package.json', 'utf8')).scripts))
  for (const [place] of command.matchAll(/(?<![\w/.-])(?:packages|test|tools)\/[\w@./-]+(?![\w*/])/g))
    if (!existsSync(place)) broken.push(`package.json: ${name} names ${place}, which is not there`)

function missingPlaces(page, text) {
  const below = /paths are below `([^`]+)`/.exec(text)?.[1] ?? '.'
  return [...text.matchAll(/`([^`\n]+)`/g)]
    .map(([, place]) => place)
    .filter((place) => isPlace(place) && !existsSync(place) && !existsSync(join(below, place)))
    .map((place) => `${page}: there is no ${place}`)
}

// What the calendar and JMAP promise is held by tests of these names; paths are below `packages`, but those of `test`.
for (const promises of ['docs/calendar-promises.md', 'docs/jmap-promises.md'])
  for (const [, file, name] of readFileSync(promises, 'utf8').matchAll(/`([^`]+\.test\.ts)`: “([^”]+)”/g)) {
    const place = file.startsWith('test/') ? file : join('packages', file)
    if (!existsSync(place) || !readFileSync(place, 'utf8').includes(name))
      broken.push(`${promises}: ${place} has no test “${name}”`)
  }

// So are the tests that keep mended what strangers found, and what the long runs of convergence found.
for (const page of ['docs/tried-by-strangers.md', 'docs/convergence.md'])
  broken.push(...missingNamedTests(page))

for (const line of broken) console.error(line)
process.exit(broken.length === 0 ? 0 : 1)

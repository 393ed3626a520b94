import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const home = join(import.meta.dirname, '..')
/** Svelte's `style:left` counts: it is the same property. */
const physical =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)|border-(?:top|bottom)-(?:left|right)-radius|(?:left|right)\s*:(?!:)|style:(?:left|right)|(?:text-align|float|clear)\s*:\s*(?:left|right))(?![\w])/

/** The parts of a file that say how something looks. */
function stylesOf(file: string): string {
  const text = readFileSync(join(home, file), 'utf8')
  if (file.endsWith('.css')) return text
  const styles = [...text.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css)
  const directives = text.match(/style:(?:left|right)|style="[^"]*"/g) ?? []
  return [...styles, ...directives].join('\n')
}

const shorthand =
  /(?<![\w-])(?:inset|margin|padding|scroll-margin|scroll-padding|border-width)\s*:\s*([^;{}]+);/g

/** Of four values the second is that of the right, the fourth that of the left. */
const isOneSided = (css: string): boolean =>
  [...css.matchAll(shorthand)].some(([, value = '']) => {
    const [, right, , left] = valuesOf(value)
    return left !== undefined && right !== left
  })

/** Splits at blanks, but for those within a `calc(…)`. */
function valuesOf(text: string): string[] {
  let depth = 0
  return [...text.trim()]
    .map((character) => {
      depth += Number(character === '(') - Number(character === ')')
      return depth > 0 && /\s/.test(character) ? '' : character
    })
    .join('')
    .split(/\s+/)
}
const isPhysical = (css: string): boolean => physical.test(css) || isOneSided(css)

test('no style names left or right: where a language runs the other way, screens turn with it', () => {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:css|svelte)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => isPhysical(stylesOf(file)))).toEqual([])
})

test.each([
  ['.a { margin-left: 1px }'],
  ['.a { left: 0 }'],
  ['.a { text-align: right }'],
  ['style:right="1px"'],
  ['.a { inset: 0 auto 0 0; }'],
  ['.a { padding: 1px var(--a) 1px calc(2px + 3px); }'],
])('%s names one', (css) => {
  expect(isPhysical(css)).toBe(true)
})

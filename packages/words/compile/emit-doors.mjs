import { constantOf } from './emit-section.mjs'
import { property, quote } from './emit-message.mjs'

/** The module with which the messages of a language write numbers and choose plurals. */
export function emitFormats(language) {
  return `import { formatsOf } from '../../src/formats.ts'\n\nexport const { n, c, o } = formatsOf(${quote(language)})\n`
}

/** The sections that a screen of the client needs, in one language: one file, asked for once. */
export function emitScreen(sections) {
  return sections
    .map((section) => `export { ${constantOf(section)} } from ${quote(`./${section}.ts`)}\n`)
    .join('')
}

/** The name of a screen's module; a bundler calls its file the same. */
export const screenModule = (language, screen) => `words-${language}-${screen}.ts`

/** What the client awaits before a screen: its sections in the language that is spoken, and nothing of the others. */
export function emitLoader(screen, languages) {
  const [original] = languages
  const pathOf = (language) => quote(`../${language}/${screenModule(language, screen)}`)
  const entries = languages.map(
    (language) => `  ${property(language)}: (): Promise<Sections> => import(${pathOf(language)}),`,
  )
  return `type Sections = typeof import(${pathOf(original)})\n\nexport const ${screen} = {\n${entries.join('\n')}\n}\n`
}

/** A section in every language at once, for what speaks with whoever asks, such as the service worker. */
export function emitEveryLanguage(section, languages) {
  const name = constantOf(section)
  const imports = languages.map(
    (language, at) => `import { ${name} as ${name}${at} } from ${quote(`../${language}/${section}.ts`)}`,
  )
  const entries = languages.map((language, at) => `${property(language)}: ${name}${at}`)
  return `${imports.join('\n')}\n\nexport const ${name} = { ${entries.join(', ')} }\n`
}

/** Every language at once, for a program that speaks with several people. */
export function emitServerSections(sections, languages) {
  const [original] = languages
  const imports = languages.flatMap((language, at) =>
    sections.map(
      (section) =>
        `import { ${constantOf(section)} as ${constantOf(section)}${at} } from ${quote(`./${language}/${section}.ts`)}`,
    ),
  )
  const catalogues = languages.map((language, at) => {
    const parts = sections.map((section) => `${constantOf(section)}: ${constantOf(section)}${at}`)
    return `  ${property(language)}: { ${parts.join(', ')} },`
  })
  const types = sections.map((section) => `  ${constantOf(section)}: typeof ${constantOf(section)}0`)
  return `${imports.join('\n')}

/** The sections as they are in ${original}, which the others follow. */
export interface ServerCatalogue {
${types.join('\n')}
}

export const catalogues: Readonly<Record<${languages.map((language) => quote(language)).join(' | ')}, ServerCatalogue>> = {
${catalogues.join('\n')}
}
`
}

/**
 * Emits the direction that each language is written in, for the `dir` of a page. A pseudo-language that stands in for
 * English has its own. The type is that of all languages, so that a page handles both directions whatever there is today.
 */
export function emitDirections(languages, english) {
  const [original] = languages
  const directionOf = (language) => {
    if (language !== original || !english) return textInfoOf(language).direction
    return english === 'pseudo-rtl' ? 'rtl' : 'ltr'
  }
  const entries = languages.map((language) => `${property(language)}: ${quote(directionOf(language))}`)
  const type = `Readonly<Record<${languages.map(quote).join(' | ')}, 'ltr' | 'rtl'>>`
  return `export const directions: ${type} = { ${entries.join(', ')} }\n`
}

/** Node.js 20 has the property, Node.js 24 the method that took its place. */
function textInfoOf(language) {
  const locale = new Intl.Locale(language)
  return locale.getTextInfo?.() ?? locale.textInfo
}

import { constantOf } from './emit-section.mjs'
import { property, quote } from './emit-message.mjs'

export function emitFormats(language) {
  return `import { formatsOf } from '../../src/formats.ts'\n\nexport const { n, c, o } = formatsOf(${quote(language)})\n`
}

/** What the client awaits before a screen: the section in the language that is spoken, and nothing of the others. */
export function emitLoader(section, languages) {
  const name = constantOf(section)
  const [original] = languages
  const entries = languages.map(
    (language) =>
      `  ${property(language)}: (): Promise<typeof original> => import(${quote(`../${language}/${section}.ts`)}).then((section) => section.${name}),`,
  )
  return `import type { ${name} as original } from ${quote(`../${original}/${section}.ts`)}\n\nexport const ${name} = {\n${entries.join('\n')}\n}\n`
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

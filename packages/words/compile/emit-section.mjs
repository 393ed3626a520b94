import { emitMessage, property } from './emit-message.mjs'

/**
 * The module of one section in one language. A text that a translation lacks is said in the original's words; a key or a
 * parameter that the original does not have is a mistake and stops the build.
 */
export function emitSection({ language, section, messages, original }) {
  const problems = []
  const body = emitGroup({ path: section, messages, original, problems })
  if (problems.length > 0) throw new Error(`messages/${language}: ${problems.join('; ')}`)
  const uses = ['n', 'c', 'o'].filter((name) => new RegExp(`[(!{ ]${name}\\(`).test(body))
  const imports = uses.length === 0 ? '' : `import { ${uses.join(', ')} } from './formats.ts'\n\n`
  return `${imports}export const ${constantOf(section)} = ${body}\n`
}

/** The name of a section in code: `event-conflicts` → `eventConflicts`. */
export function constantOf(section) {
  return section.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
}

function emitGroup({ path, messages, original, problems }) {
  for (const key of Object.keys(messages ?? {}))
    if (!Object.hasOwn(original, key)) problems.push(`${path}.${key} is not in the original`)
  const lines = Object.entries(original).map(([key, originalText]) => {
    const text = Object.hasOwn(messages ?? {}, key) ? messages[key] : originalText
    const at = { path: `${path}.${key}`, text, originalText, problems }
    return `  ${property(key)}: ${emitEntry(at)},`
  })
  return `{\n${lines.join('\n')}\n}`
}

function emitEntry({ path, text, originalText, problems }) {
  if (typeof originalText === 'object')
    return emitGroup({ path, messages: text, original: originalText, problems })
  try {
    const message = emitMessage(text)
    if (text === originalText) return message.code
    return adaptToOriginal(message, emitMessage(originalText), path, problems)
  } catch (error) {
    problems.push(`${path}: ${error.message}`)
    return '""'
  }
}

/** A translation that leaves a parameter out is still called with it, or the types of the languages would differ. */
function adaptToOriginal(message, original, path, problems) {
  const unknown = [...message.parameters.keys()].filter((name) => !original.parameters.has(name))
  if (unknown.length > 0) problems.push(`${path}: the original has no {${unknown.join('}, {')}}`)
  if (message.parameters.size > 0 || original.parameters.size === 0) return message.code
  return `(_p: object): string => ${message.code}`
}

import { TYPE, parse } from '@formatjs/icu-messageformat-parser'

/**
 * One ICU message as TypeScript: a string where it has no parameters, else a function of an object with one property for
 * each parameter. `n` writes a number, `c` answers its plural category and `o` its ordinal one; each module imports the three
 * of its language.
 */
export function emitMessage(text) {
  const elements = parse(text, { ignoreTag: true, requiresOtherClause: true })
  const parameters = new Map()
  collectParameters(elements, parameters)
  if (parameters.size === 0) return { code: quote(literalOf(elements)), parameters }
  const type = [...parameters]
    .map(([name, types]) => `${property(name)}: ${[...types].join(' | ')}`)
    .join('; ')
  return { code: `(p: { ${type} }): string => ${emitTemplate(elements, undefined)}`, parameters }
}

/** A parameter is a number where one message counts or writes it, a claim where it is selected by true and false. */
function collectParameters(elements, parameters) {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue
    const types = parameters.get(element.value) ?? new Set()
    parameters.set(element.value, types)
    addType(types, typeOf(element))
    for (const { value } of Object.values(element.options ?? {})) collectParameters(value, parameters)
  }
}

/** The narrower of two uses holds: a number that is also shown bare is still a number. */
function addType(types, type) {
  if (types.size > 0 && type === 'string | number') return
  types.delete('string | number')
  types.add(type)
}

function typeOf(element) {
  if (element.type === TYPE.argument) return 'string | number'
  if (element.type === TYPE.number || element.type === TYPE.plural) return 'number'
  if (element.type === TYPE.select) return isClaim(element) ? 'boolean' : 'string'
  throw new Error(`{${element.value}}: dates and times are given as ready texts`)
}

const isClaim = ({ options }) => Object.keys(options).every((key) => ['true', 'false', 'other'].includes(key))

function literalOf(elements) {
  return elements.map(({ value }) => value).join('')
}

/** `counted` is the plural that `#` speaks of. */
function emitTemplate(elements, counted) {
  if (elements.every(({ type }) => type === TYPE.literal)) return quote(literalOf(elements))
  const only = elements.length === 1 ? elements[0] : undefined
  if (only?.type === TYPE.select || only?.type === TYPE.plural) return emitChoice(only, counted)
  return `\`${elements.map((element) => emitPiece(element, counted)).join('')}\``
}

function emitPiece(element, counted) {
  if (element.type === TYPE.literal) return element.value.replace(/[`\\]|\$(?=\{)/g, '\\$&')
  if (element.type === TYPE.argument) return `\${${emitAccess(element.value)}}`
  if (element.type === TYPE.number) return `\${n(${emitAccess(element.value)})}`
  if (element.type === TYPE.pound) return `\${n(${counted})}`
  return `\${${emitChoice(element, counted)}}`
}

function emitChoice(element, counted) {
  const value = emitAccess(element.value)
  const { other, ...options } = element.options
  const isPlural = element.type === TYPE.plural
  const shown = isPlural ? (element.offset ? `${value} - ${element.offset}` : value) : counted
  const otherwise = emitTemplate(other.value, shown)
  return `(${exactFirst(Object.entries(options))
    .map(
      ([key, option]) =>
        `${emitCondition(element, key, value, shown)} ? ${emitTemplate(option.value, shown)} : `,
    )
    .join('')}${otherwise})`
}

/** A form for one number (`=1`) wins over the category that the number falls into, wherever it is written. */
function exactFirst(options) {
  const isExact = ([key]) => key.startsWith('=')
  return [...options.filter(isExact), ...options.filter((option) => !isExact(option))]
}

function emitCondition(element, key, value, shown) {
  if (element.type === TYPE.select) {
    if (!isClaim(element)) return `${value} === ${quote(key)}`
    return key === 'true' ? value : `!${value}`
  }
  if (key.startsWith('=')) return `${value} === ${key.slice(1)}`
  return `${element.pluralType === 'ordinal' ? 'o' : 'c'}(${shown}) === ${quote(key)}`
}

export const quote = (text) => JSON.stringify(text)
const emitAccess = (name) => (isName(name) ? `p.${name}` : `p[${quote(name)}]`)
/** A key of an object as TypeScript writes it. */
export const property = (name) => (isName(name) ? name : quote(name))
const isName = (name) => /^[A-Za-z_$][\w$]*$/.test(name)

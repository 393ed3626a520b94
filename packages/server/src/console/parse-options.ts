import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { ConsoleCommand, Option, Values } from './command.ts'
import type { ConsoleWords } from './console-words.ts'

export type ParsedOptions = { ok: true; values: Values } | { ok: false; text: string }

/** Reads the command line by the options that a command declares; what is wrong with it is said in the words given. */
export function parseOptions(
  command: ConsoleCommand,
  args: readonly string[],
  words: ConsoleWords,
): ParsedOptions {
  const declared: readonly Option[] = command.options
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean' },
    json: { type: 'boolean' },
  }
  for (const { name, value } of declared) options[name] = { type: value === undefined ? 'boolean' : 'string' }
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  const misuse = misuseOf(tokens, options, words) ?? misuseOfValues(declared, values as Values, words)
  return misuse === undefined ? { ok: true, values: values as Values } : { ok: false, text: misuse }
}

type Token = ReturnType<typeof tokensOf>[number]
const tokensOf = () => parseArgs({ strict: false, tokens: true }).tokens

/** What Node's own strict parsing would throw for, which speaks English only. */
function misuseOf(
  tokens: readonly Token[],
  options: NonNullable<ParseArgsConfig['options']>,
  { misuse }: ConsoleWords,
): string | undefined {
  for (const token of tokens) {
    if (token.kind === 'positional') return misuse.unexpectedArgument({ argument: token.value })
    if (token.kind !== 'option') continue
    const { rawName: option, value, inlineValue } = token
    const type = Object.hasOwn(options, token.name) ? options[token.name]?.type : undefined
    if (type === undefined) return misuse.unknownOption({ option })
    if (type === 'boolean' && value !== undefined) return misuse.takesNoValue({ option })
    // `--email --name X`: the name of the next option is no value, unless it is written as `--email=--name`.
    const hasValue = value !== undefined && (inlineValue === true || !value.startsWith('-'))
    if (type === 'string' && !hasValue) return misuse.needsValue({ option })
  }
  return undefined
}

function misuseOfValues(
  options: readonly Option[],
  values: Values,
  { misuse }: ConsoleWords,
): string | undefined {
  if (values['help']) return undefined
  for (const { name, choices, isRequired } of options) {
    const value = values[name]
    if (isRequired && (value === undefined || value === '')) return misuse.missing({ option: `--${name}` })
    if (choices && typeof value === 'string' && !choices.includes(value))
      return misuse.notOneOf({ option: `--${name}`, choices: choices.join(', ') })
  }
  return undefined
}

import type { ConsoleCommand, Option } from './command.ts'
import type { ConsoleWords } from './console-words.ts'

const shared: readonly Option[] = [{ name: 'json' }, { name: 'help' }]

export function overview(commands: readonly ConsoleCommand[], words: ConsoleWords): string {
  return [
    words.usage({ usage: words.overview.usage }),
    '',
    ...table(commands.map(({ name }) => [name, words.commands[name].summary])),
    '',
    words.overview.more,
  ].join('\n')
}

export function helpFor(command: ConsoleCommand, words: ConsoleWords): string {
  const options: readonly Option[] = [...command.options, ...shared]
  return [
    words.usage({ usage: usage(command, words) }),
    '',
    `${words.commands[command.name].summary}.`,
    '',
    ...table(options.map((option) => [spelled(option, words), getSummary(command, option, words)])),
    '',
    words.exitStatus,
  ].join('\n')
}

/** The command with its options, those that can be left out in brackets. */
export function usage({ name, options }: ConsoleCommand, words: ConsoleWords): string {
  return [
    'plmail',
    name,
    ...options.map((option) => (option.isRequired ? spelled(option, words) : `[${spelled(option, words)}]`)),
  ].join(' ')
}

function spelled({ name, value }: Option, words: ConsoleWords): string {
  return value === undefined ? `--${name}` : `--${name} ${words.values[value]}`
}

function getSummary(command: ConsoleCommand, { name, choices }: Option, words: ConsoleWords): string {
  const summaries: Readonly<Record<string, string>> = {
    ...words.sharedOptions,
    ...words.commands[command.name].options,
  }
  const summary = summaries[name] ?? ''
  return choices === undefined ? summary : words.choices({ summary, choices: choices.join(', ') })
}

function table(rows: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

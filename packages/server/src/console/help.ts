import type { ConsoleCommand, Option } from './command.ts'

const shared: readonly Option[] = [
  { name: 'json', summary: 'answer with one JSON object' },
  { name: 'help', summary: 'show this' },
]

export function overview(commands: readonly ConsoleCommand[]): string {
  return [
    'Usage: plmail COMMAND [OPTIONS]',
    '',
    ...table(commands.map(({ name, summary }) => [name, summary])),
    '',
    'plmail COMMAND --help tells more about one.',
  ].join('\n')
}

export function helpFor(command: ConsoleCommand): string {
  const options = [...command.options, ...shared]
  return [
    `Usage: ${usage(command)}`,
    '',
    sentence(command.summary),
    '',
    ...table(options.map((option) => [spelled(option), summaryOf(option)])),
    '',
    'Exit status: 0 done, 1 failed, 2 bad usage.',
  ].join('\n')
}

/** The command with its options, those that can be left out in brackets. */
export function usage({ name, options }: ConsoleCommand): string {
  return [
    'plmail',
    name,
    ...options.map((option) => (option.isRequired ? spelled(option) : `[${spelled(option)}]`)),
  ].join(' ')
}

function spelled({ name, value }: Option): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`
}

function summaryOf({ summary, choices }: Option): string {
  return choices === undefined ? summary : `${summary} (${choices.join(', ')})`
}

function table(rows: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

function sentence(phrase: string): string {
  return `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`
}

import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { ConsoleCommand, Installation, CommandOutcome, Values } from './command.ts'
import { helpFor, overview, usage } from './help.ts'
import type { Terminal } from './terminal.ts'

/** 0 done, 1 failed, 2 bad usage (contract §2). */
export type ExitCode = 0 | 1 | 2

/**
 * Runs the command that the arguments name and answers the exit code. What a command throws is for the caller to
 * put into words: a database that is away fails every command in the same way.
 */
export async function runCommand(
  commands: readonly ConsoleCommand[],
  args: readonly string[],
  installation: () => Promise<Installation>,
  terminal: Terminal,
): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.print(overview(commands))
    return name === undefined ? 2 : 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  const isJson = wantsJson(rest)
  if (!command) {
    const why = `There is no command "${name}".`
    if (isJson) terminal.print(failureInJson(why))
    else terminal.warn(`${why}\n\n${overview(commands)}`)
    return 2
  }
  const parsed = parse(command, rest)
  if (!parsed.ok) return misused(command, parsed.why, isJson, terminal)
  if (parsed.values['help']) {
    terminal.print(helpFor(command))
    return 0
  }
  const outcome = await command.run(parsed.values, await installation(), terminal)
  if (!outcome.ok && outcome.isUsage) return misused(command, outcome.text, isJson, terminal)
  report(outcome, isJson, terminal)
  return outcome.ok ? 0 : 1
}

type Parsed = { ok: true; values: Values } | { ok: false; why: string }

function parse(command: ConsoleCommand, args: readonly string[]): Parsed {
  const options: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean' },
    json: { type: 'boolean' },
  }
  for (const { name, value } of command.options) {
    options[name] = { type: value === undefined ? 'boolean' : 'string' }
  }
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
    return check(command, values as Values)
  } catch (error) {
    return { ok: false, why: (error as Error).message }
  }
}

function check(command: ConsoleCommand, values: Values): Parsed {
  if (values['help']) return { ok: true, values }
  for (const { name, choices, isRequired } of command.options) {
    const value = values[name]
    if (isRequired && (value === undefined || value === ''))
      return { ok: false, why: `--${name} is missing.` }
    if (choices && typeof value === 'string' && !choices.includes(value)) {
      return { ok: false, why: `--${name} is one of: ${choices.join(', ')}.` }
    }
  }
  return { ok: true, values }
}

/** Also where the other options cannot be understood: a program reads the answer all the same. */
export const wantsJson = (args: readonly string[]): boolean => args.includes('--json')

export function failureInJson(message: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ok: false, message, ...more })
}

function misused(command: ConsoleCommand, why: string, isJson: boolean, terminal: Terminal): ExitCode {
  if (isJson) terminal.print(failureInJson(why, { usage: usage(command) }))
  else terminal.warn(`${why}\nUsage: ${usage(command)}`)
  return 2
}

function report(outcome: CommandOutcome, isJson: boolean, terminal: Terminal): void {
  if (isJson) {
    const { ok, text, data = {} } = outcome
    terminal.print(JSON.stringify({ ok, message: text, ...data }))
  } else if (outcome.text !== '') {
    if (outcome.ok) terminal.print(outcome.text)
    else terminal.warn(outcome.text)
  }
}

import type { CommandOutcome, ConsoleCommand, Installation } from './command.ts'
import { helpFor, overview, usage } from './help.ts'
import { parseOptions } from './parse-options.ts'
import type { Terminal } from './terminal.ts'

/** The exit status of a command: 0 done, 1 failed, 2 bad usage. */
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
  const { words } = terminal
  if (name === undefined || name === '--help' || name === 'help') {
    terminal.print(overview(commands, words))
    return name === undefined ? 2 : 0
  }
  const command = commands.find((candidate) => candidate.name === name)
  const isJson = wantsJson(rest)
  if (!command) {
    const text = words.misuse.unknownCommand({ name })
    if (isJson) terminal.print(failureInJson(text))
    else terminal.warn(`${text}\n\n${overview(commands, words)}`)
    return 2
  }
  const parsed = parseOptions(command, rest, words)
  if (!parsed.ok) return misused(command, parsed.text, isJson, terminal)
  if (parsed.values['help']) {
    terminal.print(helpFor(command, words))
    return 0
  }
  const outcome = await command.run(parsed.values, await installation(), terminal)
  if (!outcome.ok && outcome.isUsage) return misused(command, outcome.text, isJson, terminal)
  report(outcome, isJson, terminal)
  return outcome.ok ? 0 : 1
}

/** Also where the other options cannot be understood: a program reads the answer all the same. */
export const wantsJson = (args: readonly string[]): boolean => args.includes('--json')

export function failureInJson(message: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ok: false, message, ...more })
}

function misused(command: ConsoleCommand, text: string, isJson: boolean, terminal: Terminal): ExitCode {
  if (isJson) terminal.print(failureInJson(text, { usage: usage(command, terminal.words) }))
  else terminal.warn(`${text}\n${terminal.words.usage({ usage: usage(command, terminal.words) })}`)
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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadConfig } from '../config/index.ts'
import {
  commands,
  createTerminal,
  failureInJson,
  languageOfEnvironment,
  loadConsoleWords,
  runCommand,
  wantsJson,
} from '../console/index.ts'
import { systemClock } from '../kit/clock.ts'
import { systemRandom } from '../kit/random.ts'
import { exitSentence } from './exit-messages.ts'
import { createInstallation } from './installation.ts'

export interface Start {
  /** The command line after the program's name. */
  args: readonly string[]
  /** The folder of the program: the checkout, or where the image put it. */
  home: string
}

/** Runs one command, the server included, and answers the exit code. */
export async function run({ args, home }: Start): Promise<number> {
  const language = languageOfEnvironment(process.env)
  const words = await loadConsoleWords(language)
  const terminal = createTerminal(
    { input: process.stdin, output: process.stdout, errors: process.stderr },
    { language, words },
  )
  let close: () => Promise<void> = async () => {}
  const installation = async () => {
    const [clock, random] = [systemClock, systemRandom]
    const config = await loadConfig({ variables: process.env, home, clock, random })
    const opened = createInstallation({ config, home, version: readVersion(home), terminal, clock, random })
    close = opened.close
    return opened
  }
  try {
    return await runCommand(commands, args, installation, terminal)
  } catch (error) {
    const sentence = exitSentence(error, words, language) ?? describe(error)
    if (wantsJson(args)) terminal.print(failureInJson(sentence))
    else terminal.warn(sentence)
    return 1
  } finally {
    await close()
  }
}

function readVersion(home: string): string {
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  return version
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

import { createInterface } from 'node:readline/promises'
import type { Readable, Writable } from 'node:stream'
import { Writable as WritableStream } from 'node:stream'
import { type Language, getLanguage } from '@plmail/wire'
import type { ConsoleWords } from './console-words.ts'

/** The terminal on which a command runs. */
export interface Terminal {
  readonly language: Language
  readonly words: ConsoleWords
  /** A person is at the other end and can be asked. */
  readonly isInteractive: boolean
  print(text: string): void
  warn(text: string): void
  ask(question: string): Promise<string>
  /** As `ask`, without showing what is typed. */
  askSecret(question: string): Promise<string>
  /** The first line of standard input, for scripts that pipe a password in; undefined when there is none. */
  readLine(): Promise<string | undefined>
}

export interface Streams {
  input: Readable & { isTTY?: boolean }
  output: Writable
  errors: Writable
}

/**
 * The language that the environment asks for: the first of LC_ALL, LC_MESSAGES and LANG that is set, as POSIX has it
 * (`de_DE.UTF-8` is German); English for `C` and for what there is no catalogue of.
 */
export function languageOfEnvironment(variables: Readonly<Record<string, string | undefined>>): Language {
  const locale = variables['LC_ALL'] || variables['LC_MESSAGES'] || variables['LANG'] || ''
  return getLanguage(locale.replace(/[.@].*$/, '').replace('_', '-'))
}

export function createTerminal(
  { input, output, errors }: Streams,
  { language, words }: Pick<Terminal, 'language' | 'words'>,
): Terminal {
  const ask = async (question: string, isShown: boolean): Promise<string> => {
    errors.write(question)
    const reader = createInterface({ input, output: isShown ? errors : nowhere(), terminal: true })
    // While it reads keys by itself, Ctrl+C is one of them and no signal.
    reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    try {
      return await reader.question('')
    } finally {
      reader.close()
      if (!isShown) errors.write('\n')
    }
  }
  return {
    language,
    words,
    isInteractive: input.isTTY === true,
    print: (text) => void output.write(`${text}\n`),
    warn: (text) => void errors.write(`${text}\n`),
    ask: (question) => ask(question, true),
    askSecret: (question) => ask(question, false),
    readLine: async () => {
      for await (const line of createInterface({ input })) return line
      return undefined
    },
  }
}

function nowhere(): Writable {
  return new WritableStream({ write: (_chunk, _encoding, done) => done() })
}

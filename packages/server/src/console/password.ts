import type { Option, Values } from './command.ts'
import type { Terminal } from './terminal.ts'

export const passwordOption: Option<'password'> = { name: 'password', value: 'PASSWORD' }

/**
 * The password a command was given: by option, else asked for twice on a terminal, else the first line of standard
 * input. What to say when there is none.
 */
export async function readPassword(
  values: Values,
  terminal: Terminal,
): Promise<{ ok: true; password: string } | { ok: false; text: string }> {
  const { password: words } = terminal.words
  if (typeof values['password'] === 'string') return { ok: true, password: values['password'] }
  if (!terminal.isInteractive) {
    const line = await terminal.readLine()
    return line ? { ok: true, password: line } : { ok: false, text: words.noneOnInput }
  }
  const password = await terminal.askSecret(words.ask)
  const again = await terminal.askSecret(words.askAgain)
  return password === again ? { ok: true, password } : { ok: false, text: words.differ }
}

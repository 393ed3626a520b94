import type { Option, Values } from './command.ts'
import type { Terminal } from './terminal.ts'

export const passwordOption: Option = {
  name: 'password',
  value: 'PASSWORD',
  summary: 'the password; asked for, or read from standard input, when left out',
}

/**
 * The password a command was given: by option, else asked for twice on a terminal, else the first line of standard
 * input. A sentence when there is none.
 */
export async function givenPassword(
  values: Values,
  terminal: Terminal,
): Promise<{ ok: true; password: string } | { ok: false; why: string }> {
  if (typeof values['password'] === 'string') return { ok: true, password: values['password'] }
  if (!terminal.isInteractive) {
    const line = await terminal.readLine()
    return line ? { ok: true, password: line } : { ok: false, why: 'No password came on standard input.' }
  }
  const password = await terminal.askSecret('Password: ')
  const again = await terminal.askSecret('Once more: ')
  return password === again ? { ok: true, password } : { ok: false, why: 'The two passwords differ.' }
}

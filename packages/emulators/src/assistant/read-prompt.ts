/** A message in the prompt: what stands between a line that begins it and the line with the same mark that ends it. */
export interface PromptMessage {
  number: number
  from: string
  date: string
  text: string
}

/**
 * Takes the mail out of a prompt. A model reads the marks as anybody would, so that what forges an end of a message
 * without knowing its mark is text.
 */
export function messagesIn(prompt: string): PromptMessage[] {
  const fence =
    /^-----BEGIN (?:MESSAGE|TEXT) (\d+) ([A-Za-z0-9_-]{8,})-----\n([\s\S]*?)\n-----END (?:MESSAGE|TEXT) \1 \2-----$/gm
  return [...prompt.matchAll(fence)].map(([, number = '0', , inside = '']) => {
    const [, head = '', text = ''] = /^((?:[A-Z][a-z]+: .*\n)*)\n([\s\S]*)$/.exec(inside) ?? []
    return {
      number: Number(number),
      from: /^From: (.*)$/m.exec(head)?.[1] ?? '',
      date: /^Date: (.*)$/m.exec(head)?.[1] ?? '',
      text,
    }
  })
}

/** The language that the instructions ask for, by its English name; the last word on it counts. */
export function languageIn(system: string): 'de' | 'en' {
  return /\bin German\b/.test(system) ? 'de' : 'en'
}

/** The task that the instructions set. */
export function taskIn(system: string): string {
  return /^Task: ([a-z-]+)$/m.exec(system)?.[1] ?? 'summary'
}

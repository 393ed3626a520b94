import type { PseudoLanguage } from './compile-words.mjs'

interface Messages {
  readonly [key: string]: string | Messages
}

export function pseudoMessage(text: string, language: PseudoLanguage): string
export function pseudoSection(messages: Messages, language: PseudoLanguage): Messages

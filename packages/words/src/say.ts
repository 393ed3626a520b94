import type { Language } from '@plmail/wire'
import { type ServerCatalogue, catalogues } from '../compiled/server-sections.ts'

type Section = keyof ServerCatalogue
type KeyOf<S extends Section> = keyof ServerCatalogue[S] & string
/** The parameters of a message as the rest of an argument list: none for a plain text. */
type ParametersOf<M> = M extends (parameters: infer P) => string ? [parameters: P] : []
/** Any message; as a method, because its parameters were checked where its key was. */
type Message = string | { say(parameters: object): string }['say']

/** A text that the server says, in the language of whoever reads it. */
export function say<S extends Section, K extends KeyOf<S>>(
  language: Language,
  section: S,
  key: K,
  ...[parameters]: ParametersOf<ServerCatalogue[S][K]>
): string {
  const messages: Readonly<Record<string, Message>> = catalogues[language][section]
  const message = messages[key]
  if (message === undefined) throw new Error(`No message ${section}.${key}`)
  return typeof message === 'string' ? message : message(parameters ?? {})
}

/** All sections that the server says in one language. */
export const catalogueOf = (language: Language): ServerCatalogue => catalogues[language]

import type { FastifyRequest } from 'fastify'
import { type Language, languageAsked } from '../words/index.ts'

const chosen = new WeakMap<FastifyRequest, Language>()

/** Whoever signed in is spoken to as they chose. */
export function setRequestLanguage(request: FastifyRequest, language: Language): void {
  chosen.set(request, language)
}

/** The language to answer in: that of who signed in, as far as is known by now, else what the browser asks for. */
export function negotiateLanguage(request: FastifyRequest): Language {
  return chosen.get(request) ?? languageAsked(request.headers['accept-language'])
}

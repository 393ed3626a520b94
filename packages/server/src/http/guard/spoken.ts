import type { FastifyRequest } from 'fastify'
import { type Language, languageAsked, languageOf } from '../words/index.ts'

const locales = new WeakMap<FastifyRequest, string>()

/** Whoever signed in is spoken to as they chose. */
export function speakAs(request: FastifyRequest, locale: string): void {
  locales.set(request, locale)
}

/** The language to answer in: that of who signed in, as far as is known by now, else what the browser asks for. */
export function spokenWith(request: FastifyRequest): Language {
  const locale = locales.get(request)
  return locale === undefined ? languageAsked(request.headers['accept-language']) : languageOf(locale)
}

import type { FastifyInstance } from 'fastify'
import { inLanguage, type Language } from '../words/index.ts'
import { spokenWith } from './spoken.ts'

/** The names under which answers of the JSON interface carry sentences of rooms (packages/wire/src/api.ts). */
const sentenceNames: ReadonlySet<string> = new Set([
  'conditionText',
  'text',
  'title',
  'label',
  'detail',
  'sentence',
  'notice',
  'reason',
  'trouble',
])

/** Says what rooms have said in the language of who asks. JMAP and pages translate their own. */
export function translateAnswers(app: FastifyInstance): void {
  app.addHook('preSerialization', async (request, _reply, payload) => {
    if (!request.url.startsWith('/api/')) return payload
    const language = spokenWith(request)
    return language === 'en' ? payload : translated(payload, language)
  })
}

function translated(value: unknown, language: Language): unknown {
  if (Array.isArray(value)) return value.map((item) => translated(item, language))
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      typeof item === 'string' && sentenceNames.has(name)
        ? inLanguage(item, language)
        : translated(item, language),
    ]),
  )
}

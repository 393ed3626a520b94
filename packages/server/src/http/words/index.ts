/** In which language a request is answered. The guard decides it; the texts are in `packages/words`. Imports nothing. */
export {
  languageAsked,
  getLanguage as languageOf,
  localeAsked,
  tagsAsked,
  type Language,
} from './language.ts'

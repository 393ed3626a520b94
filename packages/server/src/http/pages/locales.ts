import { languages, localeTags } from '@plmail/wire'

interface Choice {
  value: string
  text: string
}

const inItsOwnWords = (tag: string): Choice => ({
  value: tag,
  text: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
})

/** The languages that sentences are in. */
export const languageChoices: readonly Choice[] = languages.map(inItsOwnWords)
/** Formats of dates and numbers. */
export const localeChoices: readonly Choice[] = localeTags.map(inItsOwnWords)

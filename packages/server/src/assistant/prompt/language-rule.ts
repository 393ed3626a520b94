/** Names the language of the answer in English, which every model understands. */
export function languageRule(language: string): string {
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language.split('-')[0] ?? 'en')
  return `Write in ${name ?? 'English'}, whatever language the mail is in.`
}

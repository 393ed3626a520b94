// Phrases that people write when something is attached, in the two languages of the client.
const promises =
  /\b(?:attach(?:ed|ment|ments|ing)?|enclosed|enclosure|(?:im|als|in der|siehe|liegt?|habe ich) (?:dir |ihnen |euch )?(?:anhang|anlage)|anhang|anhänge|anlagen?|angehängt|angehangen|beigefügt|beiliegend|anbei)\b/iu

/** Whether the text speaks of an attachment; quoted lines do not count. */
export function promisesAttachment(text: string, subject: string): boolean {
  const own = text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
  return promises.test(own) || promises.test(subject)
}

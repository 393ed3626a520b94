/** The recovery codes as a text that is kept: what they are for, then one a line. */
export const recoverySheet = (title: string, codes: readonly string[]): string =>
  `${title}\n\n${codes.join('\n')}\n`

/** An address that holds the text itself, for a link that downloads it. */
export const asDownload = (text: string): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`

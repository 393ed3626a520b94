/** A line that names the place, by its label. */
const label =
  /^[ \t*•-]{0,4}(?:Ort|Wo|Treffpunkt|Adresse|Where|Location|Place|Venue|Address|Meeting point)[*_ ]{0,2}: {0,3}(\S.{1,120})$/u

/** `Lindenstraße 12, 10115 Berlin`. */
const german =
  /(?<!\p{L})\p{Lu}[\p{L}-]{1,30}(?:(?: |-)?(?:[Ss]traße|[Ss]trasse|[Ss]tr\.)|weg|platz|allee|gasse|ring|damm|ufer) \d{1,4}[a-z]?(?![\d\p{L}])(?:, ?\d{5} \p{Lu}[\p{L}-]{1,30})?/gu

/** `221 Baker Street, London`. */
const english =
  /(?<![\d\p{L}])\d{1,5} \p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}'’-]{1,20}){0,2} (?:Street|Road|Avenue|Lane|Drive|Square|Boulevard|St|Rd|Ave|Blvd)(?![\p{L}])(?:, \p{Lu}[\p{L}'’-]{1,20})?/gu

/** Where the text says that something is: by a label or as a postal address, and only when it names one place. */
export function findPlace(lines: readonly string[]): string {
  const labelled = new Set(lines.flatMap((line) => label.exec(line.trimEnd())?.[1]?.trim() ?? []))
  const [place] = labelled
  if (place !== undefined) return labelled.size === 1 ? place : ''
  const addresses = new Set(
    lines.flatMap((line) => [...line.matchAll(german), ...line.matchAll(english)].map(([text]) => text)),
  )
  const [address = ''] = addresses
  return addresses.size === 1 ? address : ''
}

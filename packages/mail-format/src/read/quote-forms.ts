/** How mail programs introduce and mark the older message under a reply. */

/** The line before a quote: `On Monday Alice wrote:`; the caller bounds its length. */
export const attributionLine =
  /(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|napisała?)\s*:?[^\n]{0,80}:\s*$/i

/** Classes of Gmail, Yahoo, Proton, Zoho and Tuta. */
export const quoteClasses: ReadonlySet<string> = new Set([
  'gmail_quote',
  'yahoo_quoted',
  'protonmail_quote',
  'zmail_extra',
  'tutanota_quote',
])

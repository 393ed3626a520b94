/** Pages of a document that are read; text enough is found in far fewer. */
const maxPages = 500

/** The text of a PDF; empty when it is none, is locked, or is pictures only. */
export async function textOfPdf(bytes: Buffer, maxCharacters: number): Promise<string> {
  // Loaded when the first document comes: it is large.
  const { getDocumentProxy } = await import('unpdf')
  // The library takes the memory that it is given.
  const document = await getDocumentProxy(new Uint8Array(bytes), {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  })
  try {
    let text = ''
    for (let number = 1; number <= Math.min(maxPages, document.numPages); number += 1) {
      if (text.length >= maxCharacters) break
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str
      text += '\n'
      page.cleanup()
    }
    return text.slice(0, maxCharacters)
  } finally {
    await document.destroy()
  }
}

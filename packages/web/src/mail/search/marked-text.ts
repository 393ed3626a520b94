/** A run of text, and whether a search found it. */
export interface Piece {
  text: string
  isFound: boolean
}

const letters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** A snippet of the server (RFC 8621 §5) in pieces: HTML in which nothing but `<mark>` and these entities occurs. */
export function piecesOf(snippet: string): Piece[] {
  return snippet
    .split(/<\/?mark>/)
    .map((text, at) => ({
      text: text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => letters[name] ?? whole),
      isFound: at % 2 === 1,
    }))
    .filter(({ text }) => text !== '')
}

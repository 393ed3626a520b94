const widest = 106

/** Words under an indented opening word, broken into lines that fit the page. */
export function paragraph(opening, words) {
  const lines = []
  let line = opening === '' ? ' ' : `  ${opening}`
  for (const word of words) {
    if (line.length + 1 + word.length > widest && line.trim() !== '') {
      lines.push(line)
      line = '   '
    }
    line += ` ${word}`
  }
  return line.trim() === '' ? lines : [...lines, line]
}

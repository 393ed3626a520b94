/** Where a message in plain text ends to be its writer's: before the signature, before a quote and the line that introduces it. */
export function endOfOwnLines(text: string): number {
  const lines = text.split('\n')
  const mark = lines.findIndex((line) => line === '-- ' || line.startsWith('>'))
  if (mark < 0) return text.length
  let end = mark
  if (lines[mark]?.startsWith('>')) {
    while (end > 0 && lines[end - 1]?.trim() === '') end--
    if (lines[end - 1]?.trimEnd().endsWith(':')) end--
    else end = mark
  }
  return lines.slice(0, end).join('\n').length
}

/** The paragraphs of a suggestion, of which each is taken or not. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

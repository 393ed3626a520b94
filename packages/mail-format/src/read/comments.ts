/** Header text without RFC 5322 §3.2.2 comments, which nest; what stands in quotes or angle brackets stays. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text
  let uncommented = ''
  let depth = 0
  let closer = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\' && (depth > 0 || closer === '"')) {
      if (depth === 0) uncommented += text.slice(at, at + 2)
      at += 1
      continue
    }
    if (depth > 0) depth += character === '(' ? 1 : character === ')' ? -1 : 0
    else if (closer === '' && character === '(') depth = 1
    else {
      if (character === closer) closer = ''
      else if (closer === '') closer = character === '"' ? '"' : character === '<' ? '>' : ''
      uncommented += character
      continue
    }
    if (depth === 0) uncommented += ' '
  }
  return uncommented
}

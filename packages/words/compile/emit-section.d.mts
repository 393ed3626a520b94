export function emitSection(parts: {
  language: string
  section: string
  messages: object | undefined
  original: object
}): string

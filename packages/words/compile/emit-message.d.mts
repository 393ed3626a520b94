export function emitMessage(text: string): {
  code: string
  parameters: ReadonlyMap<string, ReadonlySet<string>>
}

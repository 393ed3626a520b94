/** Whether a shortcut has all words of what was typed, in its title or as one of its keys. */
export function matchesShortcut(
  { title, caps }: { title: string; caps: readonly string[] },
  text: string,
): boolean {
  const names = caps.map((cap) => cap.toLowerCase())
  const words = text.toLowerCase().split(/\s+/)
  return words.every((word) => title.toLowerCase().includes(word) || names.includes(word))
}

/** Names that unpack into one folder on every system, each once. */
export function uniqueFileNames(names: readonly (string | null)[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const whole = fileName(name ?? '')
    const dot = whole.lastIndexOf('.')
    const [stem, extension] = dot > 0 ? [whole.slice(0, dot), whole.slice(dot)] : [whole, '']
    let unique = whole
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${extension}`
    taken.add(unique.toLowerCase())
    return unique
  })
}

/** Without what a file system reads as more than a name, or a reader of names as something else. */
export function fileName(written: string): string {
  const name = written
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .slice(0, 150)
  return name === '' || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name)
    ? `file${name === '' ? '' : `-${name}`}`
    : name
}

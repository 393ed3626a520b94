/** Part of a download: from `start` up to, not including, `end`. */
export interface Range {
  start: number
  end: number
}

/**
 * Parses a Range field (RFC 9110 §14.2). `whole` for a missing or unintelligible field, and for several ranges at once,
 * which a server need not serve.
 */
export function parseRange(field: string | undefined, size: number): Range | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(field ?? '') ?? []
  if (first === '') return last === '' ? 'whole' : suffix(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size : Number(last) + 1
  if (end <= start && last !== '') return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end: Math.min(end, size) }
}

function suffix(length: number, size: number): Range | 'whole' | 'unsatisfiable' {
  if (length === 0) return 'unsatisfiable'
  return size === 0 ? 'whole' : { start: Math.max(0, size - length), end: size }
}

/** Whether an If-None-Match field names this entity tag (RFC 9110 §13.1.2); weak ones compare as strong ones do. */
export function namesTag(field: string | undefined, tag: string): boolean {
  const tags = (field ?? '').split(',').map((entry) => entry.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

type Json = Record<string, unknown>

/**
 * A date of RFC 6350 §4.3 as a PartialDate or Timestamp (RFC 9553 §2.8.1): `1987-09-27`, `19870927`, `--0927`, `---27`,
 * `1987`, `1987-09`, with a time. Undefined for what is none.
 */
export function partialDate(text: string): Json | undefined {
  const moment = /^(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2}):?(\d{2})(Z)?/.exec(text)
  if (moment) {
    const [, year, month, day, hour, minute, second, zone] = moment
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (zone !== undefined && !Number.isNaN(at.getTime()))
      return { '@type': 'Timestamp', utc: at.toISOString().replace('.000Z', 'Z') }
  }
  const [, year, month, day] =
    /^(\d{4})-?(\d{2})-?(\d{2})(?:T|$)/.exec(text) ??
    /^(\d{4})(?:-(\d{2}))?()$/.exec(text) ??
    /^()--(\d{2})-?(\d{2})?(?:T|$)/.exec(text) ??
    /^()()---(\d{2})(?:T|$)/.exec(text) ??
    []
  const date = {
    ...numbered('year', year, 1, 9999),
    ...numbered('month', month, 1, 12),
    ...numbered('day', day, 1, 31),
  }
  return Object.keys(date).length === 0 ? undefined : { '@type': 'PartialDate', ...date }
}

function numbered(name: string, text: string | undefined, min: number, max: number): Json {
  const value = text === undefined || text === '' ? NaN : Number(text)
  // 1604 is how some programs write a birthday whose year nobody knows.
  if (name === 'year' && value === 1604) return {}
  return value >= min && value <= max ? { [name]: value } : {}
}

/** The same as vCard writes it, basic format; undefined when there is nothing to write. */
export function writtenDate(date: Json): string | undefined {
  const { utc, year, month, day } = date
  if (typeof utc === 'string') return utc.replace(/[-:]/g, '')
  const two = (value: unknown): string => (typeof value === 'number' ? String(value).padStart(2, '0') : '')
  const four = typeof year === 'number' ? String(year).padStart(4, '0') : ''
  if (four !== '' && two(month) !== '' && two(day) !== '') return `${four}${two(month)}${two(day)}`
  if (four !== '') return two(month) === '' ? four : `${four}-${two(month)}`
  if (two(month) !== '') return `--${two(month)}${two(day)}`
  return two(day) === '' ? undefined : `---${two(day)}`
}

/** How dates are written, in one zone and language. */
export interface DateWords {
  /** The date rule of lists: today 14:35, this year 9 Aug, older 9 Aug 2024, as the locale writes them. */
  short(at: Date): string
  /** Exact, for hover, headers and screen readers. */
  full(at: Date): string
  /** Formats a future time: the time today, else the day and the time, with the weekday within a week. */
  ahead(at: Date): string
  /** For "last synced": the time today, else date and time. */
  moment(at: Date): string
  /** Locale and clock that the user has chosen, for text in other formats. */
  readonly locale: string
  readonly clock: { hourCycle?: 'h12' | 'h23' }
}

export interface DateWordsParts {
  locale: string
  /** IANA name; undefined = the browser's zone. */
  timeZone: string | undefined
  /** Twelve or twenty-four hours; undefined: as the locale has it. */
  hours?: 12 | 24 | undefined
  now: () => Date
}

export function createDateWords({ locale, timeZone, hours, now }: DateWordsParts): DateWords {
  const clock = hours === undefined ? {} : { hourCycle: hours === 12 ? ('h12' as const) : ('h23' as const) }
  const zone = { ...(timeZone !== undefined && { timeZone }), ...clock }
  const time = new Intl.DateTimeFormat(locale, { ...zone, timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { ...zone, day: 'numeric', month: 'short' })
  const dayOfYear = new Intl.DateTimeFormat(locale, {
    ...zone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const weekday = new Intl.DateTimeFormat(locale, { ...zone, weekday: 'short' })
  const full = new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'full', timeStyle: 'short' })
  const civil = new Intl.DateTimeFormat('en-CA', {
    ...zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })

  function short(at: Date): string {
    const [today, that] = [civil.format(now()), civil.format(at)]
    if (today === that) return time.format(at)
    return today.slice(0, 4) === that.slice(0, 4) ? day.format(at) : dayOfYear.format(at)
  }

  function ahead(at: Date): string {
    const [today, that] = [civil.format(now()), civil.format(at)]
    if (today === that) return time.format(at)
    const isWithinAWeek = at > now() && (Date.parse(that) - Date.parse(today)) / 86_400_000 < 7
    return `${isWithinAWeek ? weekday.format(at) : short(at)}, ${time.format(at)}`
  }

  return {
    locale,
    clock,
    short,
    ahead,
    full: (at) => full.format(at),
    moment: (at) =>
      civil.format(now()) === civil.format(at) ? time.format(at) : `${short(at)}, ${time.format(at)}`,
  }
}

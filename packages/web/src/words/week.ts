/** The day that weeks begin with: Sunday is 0. */
export type WeekStart = 0 | 1 | 6

/** As chosen, else as people of the locale have it. */
export function weekStartOf(chosen: 'locale' | 'monday' | 'sunday' | 'saturday', locale: string): WeekStart {
  if (chosen !== 'locale') return { monday: 1, sunday: 0, saturday: 6 }[chosen] as WeekStart
  return ({ 7: 0, 6: 6 } as const)[weekInfoOf(locale).firstDay as 6 | 7] ?? 1
}

/** The days off of people of the locale, in order; Sunday is 0. */
export const weekendOf = (locale: string): readonly number[] =>
  weekInfoOf(locale).weekend.map((day) => day % 7)

/** 1 is Monday, 7 Sunday. */
interface WeekInfo {
  firstDay: number
  weekend: readonly number[]
}

const usual: WeekInfo = { firstDay: 1, weekend: [6, 7] }

/** Not every browser has it. */
function weekInfoOf(locale: string): WeekInfo {
  try {
    const weekLocale = new Intl.Locale(locale) as Intl.Locale & {
      getWeekInfo?: () => WeekInfo
      weekInfo?: WeekInfo
    }
    return weekLocale.getWeekInfo?.() ?? weekLocale.weekInfo ?? usual
  } catch {
    return usual
  }
}

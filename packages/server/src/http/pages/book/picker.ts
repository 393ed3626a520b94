import { civilDate, getClock, dayMs, parseWallTime, type WallTime, getWeekday } from '@plmail/calendar-format'
import { type OpenBookingPage } from '../../../calendar/index.ts'
import { type Html, html } from '../html.ts'
import { dateText, daysFrom, instantAt, wallAt, written, zoneName } from '../public/dates.ts'
import type { PublicWords } from '../public/words.ts'

/** A week of free times on the visitor's wall. */
export interface Week {
  /** IANA. */
  zone: string
  /** Midnight of its Monday. */
  monday: WallTime
  slots: ReadonlyArray<{ start: number; end: number }>
  /** Mondays to go to; undefined at the ends of what can be booked. */
  earlier: WallTime | undefined
  later: WallTime | undefined
  /** Mondays of the first and the last week that can be booked in. */
  first: WallTime
  last: WallTime
  /** Midnights of the days of its month that have a free time. */
  freeDays: ReadonlySet<WallTime>
}

/** The week asked for; without one, or with one that cannot be read, the first that has a free time. */
export async function loadWeek(
  page: Pick<OpenBookingPage, 'from' | 'to' | 'listOfferedSlots'>,
  zone: string,
  requestedZone: string,
): Promise<Week> {
  const [first, last] = [startOfWeek(wallAt(page.from, zone)), startOfWeek(wallAt(page.to - 1, zone))]
  const day = parseWallTime(requestedZone)
  const wantedWeek = day === undefined ? undefined : Math.min(Math.max(startOfWeek(day), first), last)
  const around = wantedWeek === undefined ? undefined : getMonthSpan(wantedWeek)
  const slots = await page.listOfferedSlots(
    instantAt(around?.from ?? first, zone),
    instantAt(around?.to ?? last + 7 * dayMs, zone),
  )
  const monday = wantedWeek ?? (slots[0] ? startOfWeek(wallAt(slots[0].start, zone)) : first)
  const [from, to] = [instantAt(monday, zone), instantAt(monday + 7 * dayMs, zone)]
  return {
    zone,
    monday,
    first,
    last,
    slots: slots.filter(({ start }) => start >= from && start < to),
    earlier: monday > first ? monday - 7 * dayMs : undefined,
    later: monday < last ? monday + 7 * dayMs : undefined,
    freeDays: new Set(slots.map(({ start }) => startOfDay(wallAt(start, zone)))),
  }
}

/** The six weeks that show the month of a week: that of its Thursday (ISO 8601). */
export function getMonthSpan(monday: WallTime): { month: WallTime; from: WallTime; to: WallTime } {
  const { year, month } = civilDate(monday + 3 * dayMs)
  const first = Date.UTC(year, month - 1, 1)
  return { month: first, from: startOfWeek(first), to: startOfWeek(first) + 42 * dayMs }
}

const startOfDay = (wall: WallTime): WallTime => Math.floor(wall / dayMs) * dayMs

export const startOfWeek = (wall: WallTime): WallTime => {
  const day = startOfDay(wall)
  return day - ((getWeekday(day) + 6) % 7) * dayMs
}

/** A zone that there is, else the page's. */
export function getZone(requestedZone: string, page: { settings: { zone: string } }): string {
  return /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(requestedZone) && getClock(requestedZone)
    ? requestedZone
    : page.settings.zone
}

/** Made once: there are hundreds, and no page changes them. */
const zoneOptions: Html[] = Intl.supportedValuesOf('timeZone').map(
  (zone) => html`<option value="${zone}">${zoneName(zone)}</option>`,
)

/** Works without script: what is chosen comes with the next page. */
export function zoneForm(path: string, { zone, monday }: Week, words: PublicWords): Html {
  return html`<form class="zone" method="get" action="${path}">
    <label for="tz"
      >${words.texts.timeZone}
      <select id="tz" name="tz">
        <option value="${zone}" selected>${zoneName(zone)}</option>
        ${zoneOptions}
      </select>
    </label>
    <input type="hidden" name="w" value="${dateText(monday)}" />
    <button class="quiet" type="submit">${words.texts.showTimes}</button>
  </form>`
}

/** The address of the page with another week. */
export const atWeek = (path: string, { zone }: Pick<Week, 'zone'>, monday: WallTime): string =>
  `${path}?tz=${encodeURIComponent(zone)}&w=${dateText(monday)}`

export function weekBar(path: string, week: Week, words: PublicWords): Html {
  const to = (text: string, monday: WallTime | undefined): Html =>
    monday === undefined
      ? html`<span class="off">${text}</span>`
      : html`<a href="${atWeek(path, week, monday)}">${text}</a>`
  return html`<div class="bar">
    <nav aria-label="${words.texts.chooseTime}">
      ${to(words.texts.previous, week.earlier)} ${to(words.texts.next, week.later)}
    </nav>
    <h2>${words.texts.weekOf({ day: written(week.monday, 'date', words) })}</h2>
  </div>`
}

/** The free times of the week to choose one of. `chosen`: the value of the one that was. */
export function slotChoice(
  week: Week,
  words: PublicWords,
  chosen: string,
  problem: string | undefined,
): Html {
  const days = daysFrom(week.monday, 7).flatMap((day) => {
    const slots = week.slots.filter(({ start }) => isOn(wallAt(start, week.zone), day))
    if (slots.length === 0) return []
    const choices = slots.map(({ start }) => choice(start, week, words, chosen))
    return [
      html`<div>
        <h2>${written(day, 'day', words)}</h2>
        ${choices}
      </div>`,
    ]
  })
  return html`<fieldset ${problem !== undefined && html`aria-describedby="slot-problem"`}>
    <legend>${words.texts.chooseTime}</legend>
    ${problem !== undefined && html`<p class="problem" id="slot-problem">${problem}</p>`}
    ${days.length > 0 ? html`<div class="slots">${days}</div>` : html`<p class="lead">${words.texts.noTimes}</p>`}
  </fieldset>`
}

const isOn = (wall: WallTime, day: WallTime): boolean => wall >= day && wall < day + dayMs

function choice(start: number, { zone }: Week, words: PublicWords, chosen: string): Html {
  const [value, wall] = [slotValue(start), wallAt(start, zone)]
  const name = `${written(wall, 'day', words)}, ${written(wall, 'time', words)}`
  return html`<label class="slot"
    ><input
      type="radio"
      name="slot"
      value="${value}"
      aria-label="${name}"
      required
      ${value === chosen && html`checked`}
    /><span>${written(wall, 'time', words)}</span></label
  >`
}

/** `2026-11-23 09:00:00`, in UTC. */
function slotValue(start: number): string {
  return new Date(start).toISOString().slice(0, 19).replace('T', ' ')
}

/** Parses a slot's value, also as ISO 8601; undefined for an invalid time. */
export function readSlot(value: string): number | undefined {
  const isPlain = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
  const isIso = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(value)
  if (!isPlain && !isIso) return undefined
  const at = Date.parse(isPlain ? `${value.replace(' ', 'T')}Z` : value)
  return Number.isNaN(at) ? undefined : at
}

import { civilDate, dayMs, type WallTime } from '@plmail/calendar-format'
import { maxShared, type SharedCalendar, type SharedOccurrence } from '../../../calendar/index.ts'
import { type Html, html } from '../html.ts'
import { dateText, daysFrom, timesBetween, written, zoneName } from '../public/dates.ts'
import { publicPage } from '../public/layout.ts'
import type { PublicWords } from '../public/words.ts'
import { type ShareFrame, startOfWeek, shareViews } from './view.ts'

export interface SharePage {
  token: string
  words: PublicWords
  shared: Pick<SharedCalendar, 'ownerName' | 'zone' | 'from' | 'to' | 'today'>
  frame: ShareFrame
  entries: readonly SharedOccurrence[]
  isCutOff: boolean
}

/** One page of a shared calendar, made of nothing but its entries. */
export function sharePage(page: SharePage): string {
  const { words, shared, isCutOff, token, frame } = page
  const days = daysFrom(frame.from, Math.round((frame.to - frame.from) / dayMs))
  const name = shared.ownerName.trim()
  const heading = name === '' ? words.texts.shared : words.texts.calendarOf({ owner: name })
  const content = html`<h1>${heading}</h1>
    <p class="lead">${words.texts.timesIn({ zone: zoneName(shared.zone) })}</p>
    <h2 class="period">${getTitle(page)}</h2>
    ${bar(page)}
    ${isCutOff && html`<p class="notice" role="note">${words.texts.cutOff({ most: maxShared })}</p>`}
    ${frame.view === 'month' ? month(page, days) : listed(page, days)}
    <p class="foot small">
      <a href="/share/${token}/calendar.ics">${words.texts.calendarFile}</a>
      <a href="/share/${token}/freebusy.ifb">${words.texts.freeBusyFile}</a>
    </p>`
  return publicPage(words, `${heading} – ${getTitle(page)}`, content)
}

function getTitle({ frame: { view, day }, words }: SharePage): string {
  if (view === 'month') return written(day, 'month', words)
  if (view === 'week') return words.texts.weekOf({ day: written(startOfWeek(day), 'date', words) })
  if (view === 'agenda') return words.texts.from({ day: written(day, 'date', words) })
  return written(day, 'date', words)
}

function bar({ token, words, shared, frame: { view, day, earlier, later } }: SharePage): Html {
  const to = (text: string, target: WallTime | undefined): Html =>
    target === undefined
      ? html`<span class="off">${text}</span>`
      : html`<a href="/share/${token}/${view}/${dateText(target)}">${text}</a>`
  const isShared = shared.today >= shared.from && shared.today < shared.to
  return html`<div class="bar">
    <nav aria-label="${words.texts.shared}">
      ${to(words.texts.previous, earlier)} ${isShared && to(words.texts.today, shared.today)}
      ${to(words.texts.next, later)}
    </nav>
    <nav class="views" aria-label="${words.texts.view}">
      ${shareViews.map(
        (shown) =>
          html`<a
            href="/share/${token}/${shown}/${dateText(day)}"
            ${shown === view && html`aria-current="page"`}
            >${words.texts.views[shown]}</a
          >`,
      )}
    </nav>
  </div>`
}

/** Lists the entries that touch a day; one without length touches the day on which it begins. */
function on(entries: readonly SharedOccurrence[], day: WallTime): SharedOccurrence[] {
  return entries.filter(
    ({ startWall, endWall }) => startWall < day + dayMs && (endWall > day || startWall >= day),
  )
}

const isOutside = ({ shared: { from, to } }: SharePage, day: WallTime): boolean => day < from || day >= to

const getClassName = (page: SharePage, day: WallTime): string =>
  isOutside(page, day) ? 'outside' : day === page.shared.today ? 'now' : ''

const inMonthCell = 3

function month(page: SharePage, days: readonly WallTime[]): Html {
  const weeks = daysFrom(0, 6).map((_, index) => days.slice(index * 7, index * 7 + 7))
  const heads = days
    .slice(0, 7)
    .map((day) => html`<th scope="col">${written(day, 'weekday', page.words)}</th>`)
  // Weeks that only come before or after what is shared would be the first thing seen.
  const sharedWeeks = weeks.filter((week) => week.some((day) => !isOutside(page, day)))
  const rows = sharedWeeks.map(
    (week) =>
      html`<tr>
        ${week.map((day) => cell(page, day))}
      </tr>`,
  )
  return html`<table class="month">
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function cell(page: SharePage, day: WallTime): Html {
  const { token, words, entries } = page
  const number = civilDate(day).day
  const name = written(day, 'date', words)
  if (isOutside(page, day))
    return html`<td class="outside">
      <span class="day"
        ><span class="unseen">${name}: ${words.texts.notShared}</span
        ><span aria-hidden="true">${number}</span></span
      >
    </td>`
  const all = on(entries, day)
  const shown = all
    .slice(0, inMonthCell)
    .map(
      (entry) =>
        html`<li class="chip ${entry.isFree && 'free'}">
          ${getStart(entry, day, words)}${getName(entry, words)}
        </li>`,
    )
  const link = `/share/${token}/day/${dateText(day)}`
  return html`<td class="${getClassName(page, day)}">
    <a class="day" href="${link}" aria-label="${name}">${number}</a>
    ${
      all.length > 0 &&
      html`<ul>
        ${shown}
      </ul>`
    }
    ${all.length > inMonthCell && html`<a class="more" href="${link}">${words.texts.more({ count: all.length - inMonthCell })}</a>`}
  </td>`
}

function getStart({ isAllDay, startWall }: SharedOccurrence, day: WallTime, words: PublicWords): string {
  return isAllDay || startWall < day ? '' : `${written(startWall, 'time', words)} `
}

/** The title of the page names the year, and the day where there is one alone. */
const headOf = { month: 'date', week: 'day', day: 'date', agenda: 'dayOfYear' } as const
const shapeOf = { month: 'list', week: 'week', day: 'list one', agenda: 'list' } as const

function listed(page: SharePage, days: readonly WallTime[]): Html {
  const { frame, words, entries } = page
  // Days that are not shared are told of in a week, where they would leave a hole, and nowhere else.
  const shown = frame.view === 'week' ? days : days.filter((day) => !isOutside(page, day))
  const sections = shown.map((day) => {
    const all = on(entries, day).map((entry) => listEntry(entry, day, words))
    const nothing = isOutside(page, day) ? words.texts.notShared : words.texts.nothingPlanned
    return html`<section class="${getClassName(page, day)}">
      <h2 class="${frame.view === 'day' && 'unseen'}">${written(day, headOf[frame.view], words)}</h2>
      ${
        all.length > 0
          ? html`<ul>
              ${all}
            </ul>`
          : html`<p class="small">${nothing}</p>`
      }
    </section>`
  })
  return html`<div class="days ${shapeOf[frame.view]}">${sections}</div>`
}

function listEntry(entry: SharedOccurrence, day: WallTime, words: PublicWords): Html {
  const { location, description, participants } = entry
  return html`<li class="entry ${entry.isFree && 'free'}">
    <span class="time">${getTime(entry, day, words)}${entry.isFree && ` · ${words.texts.free}`}</span>
    <strong>${getName(entry, words)}</strong>
    ${location !== null && html`<p>${location}</p>`}
    ${participants !== null && html`<p>${words.texts.with({ names: participants.join(', ') })}</p>`}
    ${description !== null && html`<p>${description}</p>`}
  </li>`
}

/** On the day that it is drawn on: what goes on over midnight begins or ends there. */
function getTime(
  { isAllDay, startWall, endWall }: SharedOccurrence,
  day: WallTime,
  words: PublicWords,
): string {
  const [from, to] = [Math.max(startWall, day), Math.min(endWall, day + dayMs)]
  if (isAllDay || (from === day && to === day + dayMs)) return words.texts.allDay
  if (from >= to) return written(from, 'time', words)
  return timesBetween(from, to, words)
}

function getName({ title }: SharedOccurrence, words: PublicWords): string {
  if (title === null) return words.texts.busy
  return title === '' ? words.texts.untitled : title
}

import { civilDate, dayMs, type WallTime } from '@plmail/calendar-format'
import { type Html, html } from '../html.ts'
import { daysFrom, written } from '../public/dates.ts'
import type { PublicWords } from '../public/words.ts'
import { atWeek, startOfWeek, getMonthSpan, type Week } from './picker.ts'

/** The month around a week: days with free times have a dot and lead to their week. */
export function overview(path: string, week: Week, words: PublicWords): Html {
  const { month, from } = getMonthSpan(week.monday)
  const heads = daysFrom(from, 7).map((day) => html`<th scope="col">${written(day, 'weekday', words)}</th>`)
  const rows = daysFrom(0, 6).map((_, index) => row(from + index * 7 * dayMs, { path, week, words, month }))
  return html`<section class="overview">
    <div class="head">
      ${step('‹', beside(month, -1), { path, week, words })}
      <h2>${written(month, 'month', words)}</h2>
      ${step('›', beside(month, 1), { path, week, words })}
    </div>
    <table>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </section>`
}

interface Around {
  path: string
  week: Week
  words: PublicWords
}

function row(monday: WallTime, around: Around & { month: WallTime }): Html {
  const isShown = monday === around.week.monday
  return html`<tr ${isShown && html`class="shown"`}>
    ${daysFrom(monday, 7).map((day) => cell(day, around))}
  </tr>`
}

function cell(day: WallTime, { path, week, words, month }: Around & { month: WallTime }): Html {
  const { day: number, month: its } = civilDate(day)
  if (its !== civilDate(month).month) return html`<td></td>`
  if (!week.freeDays.has(day)) return html`<td>${number}</td>`
  const name = words.texts.freeOn({ day: written(day, 'date', words) })
  return html`<td>
    <a href="${atWeek(path, week, startOfWeek(day))}" aria-label="${name}">${number}</a>
  </td>`
}

/** Only to months that have a week in which something can be booked. */
function step(sign: string, month: WallTime, { path, week, words }: Around): Html {
  const last = beside(month, 1) - dayMs
  if (startOfWeek(last) < week.first || startOfWeek(month) > week.last) return html`<span></span>`
  // The first week whose Thursday is in it, so that it is this month which is shown.
  const monday = startOfWeek(month + 3 * dayMs)
  const target = Math.min(Math.max(monday, week.first), week.last)
  return html`<a
    href="${atWeek(path, week, target)}"
    aria-label="${words.texts.month({ month: written(month, 'month', words) })}"
    ><span aria-hidden="true">${sign}</span></a
  >`
}

function beside(month: WallTime, by: 1 | -1): WallTime {
  const { year, month: number } = civilDate(month)
  return Date.UTC(year, number - 1 + by, 1)
}

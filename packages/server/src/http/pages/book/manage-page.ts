import type { ManagedBooking } from '../../../calendar/index.ts'
import { type Html, html } from '../html.ts'
import { dateText, timesBetween, wallAt, written, zoneName } from '../public/dates.ts'
import { publicPage } from '../public/layout.ts'
import type { PublicWords } from '../public/words.ts'
import { overview } from './overview.ts'
import { slotChoice, type Week, weekBar, zoneForm } from './picker.ts'

type Appointment = Pick<
  ManagedBooking,
  'name' | 'ownerName' | 'start' | 'end' | 'timeZone' | 'location' | 'isCancelled' | 'mayChange'
>

/** Whoever has the page's address may see it: only who has the booking's token as well is told what was booked. */
export function bookedPage(
  token: string,
  words: PublicWords,
  booking: (Appointment & { manageToken: string }) | undefined,
): string {
  const file = booking && `/book/manage/${booking.manageToken}/event.ics`
  const content = html`<h1>${words.texts.booked}</h1>
    ${booking && !booking.isCancelled && getFacts(booking, words)}
    <p class="lead">${words.texts.bookedText}</p>
    ${file !== undefined && html`<a class="main" href="${file}">${words.texts.addToCalendar}</a>`}
    <p class="deeds">
      ${
        booking?.mayChange === true &&
        html`<a class="quiet" href="/book/manage/${booking.manageToken}">${words.texts.changeOrCancel}</a>`
      }
      <a class="${file === undefined ? 'main' : 'quiet'}" href="/book/${token}">${words.texts.bookAnother}</a>
    </p>`
  return publicPage(words, words.texts.booked, content, { isNarrow: true })
}

function getFacts(booking: Appointment, words: PublicWords): Html {
  return html`<p class="lead">
      ${words.texts.appointmentWith({ name: booking.name, owner: booking.ownerName })}
    </p>
    ${formatWhen(booking, booking.timeZone, words)}
    ${booking.location !== '' && html`<p class="about">${booking.location}</p>`}`
}

function formatWhen(
  { start, end }: Pick<Appointment, 'start' | 'end'>,
  zone: string,
  words: PublicWords,
): Html {
  const [from, to] = [wallAt(start, zone), wallAt(end, zone)]
  return html`<p class="when">
      ${written(from, 'date', words)}, <span>${timesBetween(from, to, words)}</span>
    </p>
    <p class="hint">${words.texts.timesIn({ zone: zoneName(zone) })}</p>`
}

/** Asks before anything is cancelled. */
export function cancelPage(token: string, booking: Appointment, words: PublicWords): string {
  const path = `/book/manage/${token}`
  const content = html`<h1>${words.texts.confirmCancel}</h1>
    ${getFacts(booking, words)}
    <form class="deeds" method="post" action="${path}">
      <input type="hidden" name="action" value="cancel" />
      <button class="quiet danger" type="submit">${words.texts.cancelAppointment}</button>
      <a class="quiet" href="${path}">${words.texts.keepAppointment}</a>
    </form>`
  return publicPage(words, words.texts.confirmCancel, content, { isNarrow: true })
}

export interface ManagePage {
  token: string
  words: PublicWords
  booking: ManagedBooking
  /** The times it can be moved to; undefined where it cannot. */
  week: Week | undefined
  zone: string
  chosen: string
  problem?: string | undefined
  alert?: string | undefined
  notice?: string | undefined
}

/**
 * The page on which a booker changes or cancels an appointment. Looking at it changes nothing: programs that open links
 * in mail do so as well.
 */
export function managePage(page: ManagePage): string {
  const { token, words, booking, week, zone, alert, notice } = page
  const path = `/book/manage/${token}`
  const over = overText(booking, words)
  const content = html`<h1>${words.texts.yourAppointment}</h1>
    <p class="lead">${words.texts.appointmentWith({ name: booking.name, owner: booking.ownerName })}</p>
    ${formatWhen(booking, zone, words)}
    ${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
    ${alert !== undefined && html`<p class="alert" role="alert">${alert}</p>`}
    ${
      booking.mayChange &&
      html`<p class="deeds">
        <a class="quiet" href="${path}/event.ics">${words.texts.addToCalendar}</a>
        <a class="quiet danger" href="${path}?cancel=1">${words.texts.cancelAppointment}</a>
      </p>`
    }
    ${over !== undefined && html`<p class="notice">${over}</p>`}
    ${week !== undefined && mover(page, week, path)}`
  return publicPage(words, words.texts.yourAppointment, content, { isNarrow: week === undefined })
}

/**
 * Returns the text for a booking that can no longer be changed. It advises asking the owner instead of booking again:
 * the booking page may have a new address by now, meant only for those who received it.
 */
function overText(
  { isCancelled, mayChange, ownerName }: ManagedBooking,
  words: PublicWords,
): string | undefined {
  if (isCancelled) return words.texts.isCancelled({ owner: ownerName })
  return mayChange ? undefined : words.texts.tooLate({ owner: ownerName })
}

function mover({ words, chosen, problem }: ManagePage, week: Week, path: string): Html {
  return html`<section>
    <h2 class="apart">${words.texts.moveAppointment}</h2>
    ${zoneForm(path, week, words)}
    <div class="pick">
      ${overview(path, week, words)}
      <form class="panel" method="post" action="${path}">
        <input type="hidden" name="action" value="move" />
        <input type="hidden" name="timeZone" value="${week.zone}" />
        <input type="hidden" name="w" value="${dateText(week.monday)}" />
        ${slotChoice(week, words, chosen, problem)}
        ${week.slots.length > 0 && html`<button class="main" type="submit">${words.texts.moveTo}</button>`}
      </form>
    </div>
    ${weekBar(path, week, words)}
  </section>`
}

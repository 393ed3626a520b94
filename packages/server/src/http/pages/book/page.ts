import type { OpenBookingPage } from '../../../calendar/index.ts'
import { type Html, html } from '../html.ts'
import { dateText, zoneName } from '../public/dates.ts'
import { publicPage } from '../public/layout.ts'
import type { PublicWords } from '../public/words.ts'
import type { BookForm, BookProblems } from './form.ts'
import { overview } from './overview.ts'
import { slotChoice, type Week, weekBar, zoneForm } from './picker.ts'

export interface BookPage {
  token: string
  words: PublicWords
  page: Pick<OpenBookingPage, 'name' | 'ownerName' | 'settings'>
  week: Week
  form: BookForm
  problems: BookProblems
  /** A sentence above all, for what concerns no field. */
  alert?: string | undefined
  /** The browser is asked where its visitor is. */
  isFirstLook: boolean
}

/** The free times of a week and the form to take one of them. */
export function bookPage({ token, words, page, week, form, problems, alert, isFirstLook }: BookPage): string {
  const path = `/book/${token}`
  const { description, location, slotMinutes } = page.settings
  const message = alert ?? problems.slot
  const content = html`<h1>${page.name}</h1>
    <p class="lead">
      ${words.texts.bookWith({ owner: page.ownerName })}&nbsp;· ${words.texts.minutes({ count: slotMinutes })}
    </p>
    ${description !== '' && html`<p class="about">${description}</p>`}
    ${location !== '' && html`<p class="about">${location}</p>`}
    ${message !== undefined && html`<p class="alert" role="alert">${message}</p>`}
    ${zoneForm(path, week, words)}
    <p class="hint">${words.texts.timesIn({ zone: zoneName(week.zone) })}</p>
    <div class="pick">
      ${overview(path, week, words)}
      <form class="panel" method="post" action="${path}">
        ${slotChoice(week, words, form.slot, problems.slot)}
        ${week.slots.length > 0 && fields(form, problems, words)}
        <input type="hidden" name="timeZone" value="${week.zone}" />
        <input type="hidden" name="w" value="${dateText(week.monday)}" />
        ${week.slots.length > 0 && html`<button class="main" type="submit">${words.texts.book}</button>`}
      </form>
    </div>
    ${weekBar(path, week, words)}`
  const options = { getZone: isFirstLook ? week.zone : undefined }
  return publicPage(words, `${page.name} – ${page.ownerName}`, content, options)
}

function fields(form: BookForm, problems: BookProblems, words: PublicWords): Html {
  // The page is longer than a screen: it opens where there is something to mend.
  const first = (['slot', 'name', 'email', 'note'] as const).find((name) => problems[name] !== undefined)
  return html`<div class="fields">
    ${field({
      name: 'name',
      label: words.texts.yourName,
      type: 'text',
      autocomplete: 'name',
      value: form.name,
      max: 120,
      problem: problems.name,
      isFocused: first === 'name',
    })}
    ${field({
      name: 'email',
      label: words.texts.yourEmail,
      type: 'email',
      autocomplete: 'email',
      value: form.email,
      max: 255,
      problem: problems.email,
      isFocused: first === 'email',
    })}
    <div class="whole">
      <label for="note">${words.texts.yourNote}</label>
      <textarea
        id="note"
        name="note"
        maxlength="2000"
        aria-describedby="note-hint"
        ${problems.note !== undefined && html`aria-invalid="true"`}
        ${first === 'note' && html`autofocus`}
      >
${form.note}</textarea>
      <p class="${problems.note === undefined ? 'hint' : 'problem'}" id="note-hint">
        ${problems.note ?? words.texts.noteHint}
      </p>
    </div>
    <div class="unseen" aria-hidden="true">
      <label for="website">${words.texts.leaveEmpty}</label>
      <input id="website" name="website" type="text" value="" tabindex="-1" autocomplete="off" />
    </div>
  </div>`
}

interface FormField {
  name: string
  label: string
  type: string
  autocomplete: string
  value: string
  max: number
  problem: string | undefined
  isFocused: boolean
}

function field({ name, label, type, autocomplete, value, max, problem, isFocused }: FormField): Html {
  return html`<div>
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="${max}"
      required
      ${problem !== undefined && html`aria-invalid="true" aria-describedby="${name}-problem"`}
      ${isFocused && html`autofocus`}
    />
    ${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}
  </div>`
}

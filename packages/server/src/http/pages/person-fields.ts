import { languages, localeTags, nearestLocale } from '@plmail/wire'
import { type ServerCatalogue, sayProblem } from '@plmail/words'
import type { FastifyRequest } from 'fastify'
import { timeZones, type UserProblem } from '../../people/index.ts'
import { spokenWith } from '../guard/index.ts'
import { type Language, tagsAsked } from '../words/index.ts'
import { type Problems, choiceField, textField } from './form-fields.ts'
import { html, type Html } from './html.ts'
import { pageScript, policyWithScript } from './page-script.ts'

/** The values of a form for a new user, besides the password. */
export interface PersonValues {
  name: string
  email: string
  language: string
  locale: string
  /** Empty: that of the browser, as the client finds it at the first sign-in. */
  timeZone: string
}

/** Returns the values that the form begins with: the conventions of the browser. */
export function emptyPerson(request: FastifyRequest): PersonValues {
  return {
    name: '',
    email: '',
    language: spokenWith(request),
    locale: nearestLocale(tagsAsked(request.headers['accept-language'])),
    timeZone: '',
  }
}

export const readPersonFields = (field: (name: string) => string): PersonValues => ({
  name: field('name'),
  email: field('email'),
  language: field('language'),
  locale: field('locale'),
  timeZone: field('timeZone'),
})

/** Problems by field, in words. */
export function describeProblems(problems: readonly UserProblem[], language: Language): Problems {
  return Object.fromEntries(problems.map(({ field, problem }) => [field, sayProblem(language, problem)]))
}

type Pages = ServerCatalogue['pages']

const inItsOwnWords = (tag: string) => ({
  value: tag,
  text: new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag,
})
/** The languages that sentences are in. */
const languageChoices = languages.map(inItsOwnWords)
/** Formats of dates and numbers. */
const localeChoices = localeTags.map(inItsOwnWords)
const zoneChoices = timeZones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))

/** Language, formats and time zone. */
export function conventionFields(
  { install: words }: Pages,
  { language, locale, timeZone }: PersonValues,
  problems: Problems,
): Html {
  const zones = [{ value: '', text: words.timeZoneOfBrowser }, ...zoneChoices]
  return html`<div class="pair">
      ${choiceField(
        { name: 'language', label: words.language, value: language, choices: languageChoices },
        problems,
      )}
      ${choiceField({ name: 'locale', label: words.formats, value: locale, choices: localeChoices }, problems)}
    </div>
    ${choiceField({ name: 'timeZone', label: words.timeZone, value: timeZone, choices: zones }, problems)}`
}

/**
 * Shows the browser's zone as the choice. Without it the form says that the browser's will be taken, and the client
 * takes it at the first sign-in.
 */
export const zoneScript = pageScript(`{
  const select = document.getElementById('timeZone')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (select.value === '' && zone) {
    select.value = zone
    if (select.value === '') select.add(new Option(zone.replaceAll('_', ' '), zone, true, true))
  }
}`)

/** The policy of a page with these fields: its one script, by its hash. */
export const personFormPolicy = policyWithScript(zoneScript)

/** Name, address and password. */
export function youFields(
  pages: Pages,
  values: Pick<PersonValues, 'name' | 'email'>,
  problems: Problems,
  focused: string,
): Html {
  const words = pages.install
  return html`${textField(
    {
      name: 'name',
      label: words.name,
      type: 'text',
      value: values.name,
      autocomplete: 'name',
      maxLength: 100,
    },
    problems,
    focused,
  )}
  ${textField(
    {
      name: 'email',
      label: pages.email,
      type: 'email',
      value: values.email,
      autocomplete: 'username',
      hint: words.emailHint,
    },
    problems,
    focused,
  )}
  ${newPasswordField(pages, problems, focused)}`
}

export function newPasswordField(pages: Pages, problems: Problems, focused: string): Html {
  return textField(
    {
      name: 'password',
      label: pages.password,
      type: 'password',
      autocomplete: 'new-password',
      minLength: 12,
      hint: pages.install.passwordHint,
    },
    problems,
    focused,
  )
}

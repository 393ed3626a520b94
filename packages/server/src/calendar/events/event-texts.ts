import { type EventObject, isObject, type Json } from '@plmail/calendar-format'
import { fold } from '../../mail/index.ts'

/** Searchable text of an event, each field combined with those of its changed occurrences, folded. */
export interface EventTexts {
  title: string
  description: string
  location: string
  /** Names and addresses of participants with the role `owner`, and of those with `attendee`. */
  owner: string
  attendee: string
  /** Everything above and what else a person can read of it. */
  text: string
}

export function extractTexts(event: EventObject): EventTexts {
  const overrides = event['recurrenceOverrides']
  const all = [event, ...(isObject(overrides) ? Object.values(overrides).filter(isObject) : [])]
  const joinTexts = (textIn: (part: EventObject) => string[]): string => fold(all.flatMap(textIn).join('\n'))
  const title = joinTexts((part) => strings(part['title']))
  const description = joinTexts((part) => strings(part['description']))
  const location = joinTexts((part) => [...namesIn(part['locations']), ...namesIn(part['virtualLocations'])])
  const people = (role: string | undefined): string =>
    joinTexts((part) => [
      ...entries(part['participants']).flatMap((person) => peopleText(person, role)),
      ...(role === 'attendee' ? [] : strings(part['organizerCalendarAddress']).map(withoutScheme)),
    ])
  const keywords = joinTexts((part) => (isObject(part['keywords']) ? Object.keys(part['keywords']) : []))
  const everybody = people(undefined)
  return {
    title,
    description,
    location,
    owner: people('owner'),
    attendee: people('attendee'),
    text: [title, description, location, everybody, keywords].join('\n'),
  }
}

function peopleText(person: EventObject, role: string | undefined): string[] {
  const roles = person['roles']
  if (role !== undefined && !(isObject(roles) && roles[role] === true)) return []
  const { name, email, calendarAddress } = person
  return [...strings(name), ...strings(email), ...strings(calendarAddress).map(withoutScheme)]
}

const withoutScheme = (address: string): string => address.replace(/^mailto:/i, '')

const namesIn = (json: Json | undefined): string[] =>
  entries(json).flatMap(({ name, description, uri }) => [name, description, uri].flatMap(strings))

const entries = (json: Json | undefined): EventObject[] =>
  isObject(json) ? Object.values(json).filter(isObject) : []

const strings = (json: Json | undefined): string[] => (typeof json === 'string' ? [json] : [])

import type { Json } from '../events/index.ts'
import { parseDuration } from '../clocks/index.ts'
import { type Component, type Property, propertiesOf, property, textOf } from './component.ts'
import { stableIdOf } from './read-people.ts'

/** Everything of an event that is neither its time nor its people. */
export function readDetails(event: Component): Record<string, Json> {
  return {
    ...optional('title', textOf(event, 'summary')),
    ...optional('description', textOf(event, 'description')),
    ...optional('color', textOf(event, 'color')),
    ...optional('status', statusOf(event)),
    ...optional('privacy', privacyOf(event)),
    ...(textOf(event, 'transp')?.toUpperCase() === 'TRANSPARENT' ? { freeBusyStatus: 'free' } : {}),
    ...optional('sequence', wholeOf(event, 'sequence')),
    ...optional('priority', wholeOf(event, 'priority')),
    ...optional('created', instantText(event, 'created')),
    ...optional('updated', instantText(event, 'last-modified') ?? instantText(event, 'dtstamp')),
    ...mapOf('keywords', propertiesOf(event, 'categories').flatMap(categories)),
    ...mapOf('locations', places(event)),
    ...mapOf('virtualLocations', propertiesOf(event, 'conference').flatMap(conference)),
    ...mapOf('links', [
      ...propertiesOf(event, 'attach').flatMap((attachment) => link(attachment)),
      // What the event is about (RFC 5545 §3.8.4.6), not a document that comes with it.
      ...propertiesOf(event, 'url').flatMap((url) => link(url, 'describedby')),
    ]),
    ...mapOf('alerts', event.components.filter(({ name }) => name === 'valarm').flatMap(alert)),
  }
}

type Entry = readonly [string, Json]

function optional(name: string, value: Json | undefined): Record<string, Json> {
  return value === undefined ? {} : { [name]: value }
}

function mapOf(name: string, entries: readonly Entry[]): Record<string, Json> {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) }
}

function statusOf(event: Component): string | undefined {
  const status = textOf(event, 'status')?.toLowerCase()
  return ['confirmed', 'tentative', 'cancelled'].find((knownStatus) => knownStatus === status)
}

/** A class nobody knows hides (RFC 5545 §3.8.1.3). */
function privacyOf(event: Component): string | undefined {
  const text = textOf(event, 'class')?.toUpperCase()
  if (text === undefined) return undefined
  return text === 'PUBLIC' ? 'public' : text === 'CONFIDENTIAL' ? 'secret' : 'private'
}

function wholeOf(event: Component, name: string): number | undefined {
  const value = Number(property(event, name)?.values[0] ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined
}

function instantText(component: Component, name: string): string | undefined {
  const text = textOf(component, name)
  return text?.endsWith('Z') && !Number.isNaN(Date.parse(text)) ? text : undefined
}

function categories({ values }: Property): Entry[] {
  return values.flatMap((value) =>
    typeof value === 'string' && value.trim() !== '' ? [[value.trim(), true]] : [],
  )
}

/** GEO says where the first place is; without a name it is a place by itself. */
function places(event: Component): Entry[] {
  const names = propertiesOf(event, 'location').flatMap(({ values: [name] }) =>
    typeof name === 'string' && name.trim() !== '' ? [name] : [],
  )
  const coordinates = coordinatesOf(event)
  if (names.length === 0 && coordinates !== undefined)
    return [[stableIdOf(coordinates), { '@type': 'Location', coordinates }]]
  return names.map((name, index) => [
    stableIdOf(name),
    { '@type': 'Location', name, ...(index === 0 ? optional('coordinates', coordinates) : {}) },
  ])
}

/** As a `geo:` URI (RFC 5870). */
function coordinatesOf(event: Component): string | undefined {
  const line = property(event, 'geo')?.line
  const [, latitude, longitude] =
    /:\s*(-?\d{1,2}(?:\.\d+)?)\s*;\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(line ?? '') ?? []
  return latitude === undefined || longitude === undefined ? undefined : `geo:${latitude},${longitude}`
}

function conference({ values, parameters }: Property): Entry[] {
  const uri = webAddress(values[0])
  if (!uri) return []
  return [
    [stableIdOf(uri), { '@type': 'VirtualLocation', uri, ...optional('name', parameters.get('label')) }],
  ]
}

/** Attachments inside the file are left where they are: the raw component is kept. */
function link({ values, parameters }: Property, rel?: string): Entry[] {
  const href = webAddress(values[0])
  if (!href) return []
  const contentType = optional('contentType', parameters.get('fmttype'))
  return [[stableIdOf(href), { '@type': 'Link', href, ...contentType, ...optional('rel', rel) }]]
}

function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && isUrl(value) ? value : undefined
}

/** Under which id an alarm is an alert; undefined where it never rings. */
export function alertIdOf(alarm: Component): string | undefined {
  return alert(alarm)[0]?.[0]
}

function alert(alarm: Component): Entry[] {
  const trigger = property(alarm, 'trigger')
  const [value] = trigger?.values ?? []
  const read = typeof value === 'string' ? triggerOf(value, trigger?.parameters.get('related')) : undefined
  if (!read) return []
  const action = textOf(alarm, 'action')?.toUpperCase() === 'EMAIL' ? 'email' : 'display'
  const id = textOf(alarm, 'uid') ?? `${action} ${JSON.stringify(read)}`
  return [[stableIdOf(id), { '@type': 'Alert', action, trigger: read, ...acknowledged(alarm) }]]
}

function triggerOf(value: string, related: string | undefined): Json | undefined {
  if (!value.includes('P'))
    return Number.isNaN(Date.parse(value)) ? undefined : { '@type': 'AbsoluteTrigger', when: value }
  if (!parseDuration(value.replace(/^[+-]/, ''))) return undefined
  const relativeTo = related?.toUpperCase() === 'END' ? { relativeTo: 'end' } : {}
  return { '@type': 'OffsetTrigger', offset: value.replace(/^\+/, ''), ...relativeTo }
}

/** RFC 9074 §6. */
function acknowledged(alarm: Component): Record<string, Json> {
  return optional('acknowledged', instantText(alarm, 'acknowledged'))
}

/** Not by `URL.canParse`, which Node.js 20 gets wrong for letters such as ü once it has compiled it for speed. */
function isUrl(text: string): boolean {
  try {
    return new URL(text) instanceof URL
  } catch {
    return false
  }
}

import type { Json } from '../events/index.ts'
import { parseDuration } from '../clocks/index.ts'
import { type Component, type Property, getProperties, property, getText } from './component.ts'
import { createStableId } from './read-people.ts'

/** Everything of an event that is neither its time nor its people. */
export function readDetails(event: Component): Record<string, Json> {
  return {
    ...optional('title', getText(event, 'summary')),
    ...optional('description', getText(event, 'description')),
    ...optional('color', getText(event, 'color')),
    ...optional('status', getStatus(event)),
    ...optional('privacy', getPrivacy(event)),
    ...(getText(event, 'transp')?.toUpperCase() === 'TRANSPARENT' ? { freeBusyStatus: 'free' } : {}),
    ...optional('sequence', readInteger(event, 'sequence')),
    ...optional('priority', readInteger(event, 'priority')),
    ...optional('created', instantText(event, 'created')),
    ...optional('updated', instantText(event, 'last-modified') ?? instantText(event, 'dtstamp')),
    ...toMap('keywords', getProperties(event, 'categories').flatMap(categories)),
    ...toMap('locations', places(event)),
    ...toMap('virtualLocations', getProperties(event, 'conference').flatMap(conference)),
    ...toMap('links', [
      ...getProperties(event, 'attach').flatMap((attachment) => link(attachment)),
      // What the event is about (RFC 5545 §3.8.4.6), not a document that comes with it.
      ...getProperties(event, 'url').flatMap((url) => link(url, 'describedby')),
    ]),
    ...toMap('alerts', event.components.filter(({ name }) => name === 'valarm').flatMap(alert)),
  }
}

type Entry = readonly [string, Json]

function optional(name: string, value: Json | undefined): Record<string, Json> {
  return value === undefined ? {} : { [name]: value }
}

function toMap(name: string, entries: readonly Entry[]): Record<string, Json> {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) }
}

function getStatus(event: Component): string | undefined {
  const status = getText(event, 'status')?.toLowerCase()
  return ['confirmed', 'tentative', 'cancelled'].find((knownStatus) => knownStatus === status)
}

/** A class nobody knows hides (RFC 5545 §3.8.1.3). */
function getPrivacy(event: Component): string | undefined {
  const text = getText(event, 'class')?.toUpperCase()
  if (text === undefined) return undefined
  return text === 'PUBLIC' ? 'public' : text === 'CONFIDENTIAL' ? 'secret' : 'private'
}

function readInteger(event: Component, name: string): number | undefined {
  const value = Number(property(event, name)?.values[0] ?? Number.NaN)
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31 ? value : undefined
}

function instantText(component: Component, name: string): string | undefined {
  const text = getText(component, name)
  return text?.endsWith('Z') && !Number.isNaN(Date.parse(text)) ? text : undefined
}

function categories({ values }: Property): Entry[] {
  return values.flatMap((value) =>
    typeof value === 'string' && value.trim() !== '' ? [[value.trim(), true]] : [],
  )
}

/** GEO says where the first place is; without a name it is a place by itself. */
function places(event: Component): Entry[] {
  const names = getProperties(event, 'location').flatMap(({ values: [name] }) =>
    typeof name === 'string' && name.trim() !== '' ? [name] : [],
  )
  const coordinates = readCoordinates(event)
  if (names.length === 0 && coordinates !== undefined)
    return [[createStableId(coordinates), { '@type': 'Location', coordinates }]]
  return names.map((name, index) => [
    createStableId(name),
    { '@type': 'Location', name, ...(index === 0 ? optional('coordinates', coordinates) : {}) },
  ])
}

/** As a `geo:` URI (RFC 5870). */
function readCoordinates(event: Component): string | undefined {
  const line = property(event, 'geo')?.line
  const [, latitude, longitude] =
    /:\s*(-?\d{1,2}(?:\.\d+)?)\s*;\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(line ?? '') ?? []
  return latitude === undefined || longitude === undefined ? undefined : `geo:${latitude},${longitude}`
}

function conference({ values, parameters }: Property): Entry[] {
  const uri = webAddress(values[0])
  if (!uri) return []
  return [
    [createStableId(uri), { '@type': 'VirtualLocation', uri, ...optional('name', parameters.get('label')) }],
  ]
}

/** Attachments inside the file are left where they are: the raw component is kept. */
function link({ values, parameters }: Property, rel?: string): Entry[] {
  const href = webAddress(values[0])
  if (!href) return []
  const contentType = optional('contentType', parameters.get('fmttype'))
  return [[createStableId(href), { '@type': 'Link', href, ...contentType, ...optional('rel', rel) }]]
}

function webAddress(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && isUrl(value) ? value : undefined
}

/** Under which id an alarm is an alert; undefined where it never rings. */
export function getAlertId(alarm: Component): string | undefined {
  return alert(alarm)[0]?.[0]
}

function alert(alarm: Component): Entry[] {
  const trigger = property(alarm, 'trigger')
  const [value] = trigger?.values ?? []
  const read = typeof value === 'string' ? readTrigger(value, trigger?.parameters.get('related')) : undefined
  if (!read) return []
  const action = getText(alarm, 'action')?.toUpperCase() === 'EMAIL' ? 'email' : 'display'
  const id = getText(alarm, 'uid') ?? `${action} ${JSON.stringify(read)}`
  return [[createStableId(id), { '@type': 'Alert', action, trigger: read, ...acknowledged(alarm) }]]
}

function readTrigger(value: string, related: string | undefined): Json | undefined {
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

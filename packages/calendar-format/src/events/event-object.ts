/**
 * An event as it is kept: the JSON of a JSCalendar 2.0 Event (draft-ietf-calext-jscalendarbis, which obsoletes RFC 8984),
 * with everything in it that anybody ever wrote, understood here or not. Columns are derived from it, never the reverse.
 */
export type EventObject = { readonly [property: string]: Json }

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export const privacies = ['public', 'private', 'secret'] as const
export type Privacy = (typeof privacies)[number]

export const statuses = ['confirmed', 'tentative', 'cancelled'] as const
export type EventStatus = (typeof statuses)[number]

export const freeBusyStatuses = ['busy', 'free'] as const
export type FreeBusyStatus = (typeof freeBusyStatuses)[number]

/** A problem of a property, for the person or program that wrote it. */
export interface EventProblem {
  /** A JSON pointer without its first slash: `alerts/a1/trigger`. */
  property: string
  detail: string
}

export function isObject(json: unknown): json is { readonly [key: string]: Json } {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

import {
  type CalendarSession,
  type EventWriting,
  type JsonObject,
  type JsonValue,
  type KnownEvent,
  ProviderError,
  type RemoteCalendar,
  type RemoteChange,
  type Written,
} from '../../../../server/src/providers/contract/index.ts'

/**
 * A provider of calendars in memory, as faithful as a contract can be read: versions and conflicts, keys, cursors that
 * get lost, answers that get lost, and calls that fail. `tells`: `whole` as CalDAV does, or `apart` as Google does.
 * `givesUids`: whatever the event was called, as Microsoft does. `tellsKeys`: with which key it was made.
 */
export class ProviderForTests {
  readonly tells: 'whole' | 'apart'
  readonly mayMove: boolean
  readonly knowsSecret: boolean
  readonly givesUids: boolean
  readonly tellsKeys: boolean
  readonly calendars = new Map<string, StoredCalendar>()
  /** Called before and after each call is carried out; throws to make it fail or its answer be lost. */
  disturb: (call: string, when: 'before' | 'after') => void = () => {}
  /** Why a write is refused; undefined: it is not. */
  refuses: (event: JsonObject) => string | undefined = () => undefined
  readonly calls: string[] = []
  readonly updates: Array<{ known: KnownEvent; event: JsonObject; notify: boolean }> = []
  readonly watches: Array<{
    id: string
    resourceId: string
    secret: string
    calendar: string
    address: string
  }> = []
  watchAnswer: 'grant' | 'unsupported' = 'grant'
  /** What is listed, which may be less than there is. */
  lists: () => RemoteCalendar[] = () => [...this.calendars.values()].map((calendar) => calendar.remote)
  /** Of every reading of everything. */
  readAnewAt: Date | undefined
  tellsFrom: Date | undefined
  tellsUntil: Date | undefined
  grantedUntil = new Date('2026-11-29T00:00:00Z')
  #keys = new Map<string, string>()
  #ids = 0
  #clock = 0
  #era = 0

  constructor(
    options: {
      tells?: 'whole' | 'apart'
      mayMove?: boolean
      knowsSecret?: boolean
      givesUids?: boolean
      tellsKeys?: boolean
    } = {},
  ) {
    this.tells = options.tells ?? 'whole'
    this.mayMove = options.mayMove ?? true
    this.knowsSecret = options.knowsSecret ?? true
    this.givesUids = options.givesUids ?? false
    this.tellsKeys = options.tellsKeys ?? this.givesUids
  }

  addCalendar(id: string, more: Partial<RemoteCalendar> = {}): StoredCalendar {
    const remote = {
      id,
      name: id,
      description: null,
      color: '#336699',
      timeZone: 'Europe/Berlin',
      mayWrite: true,
      isDefault: false,
      mayWatch: true,
      ...more,
    }
    const calendar: StoredCalendar = { remote, events: new Map(), log: [], occurrences: new Map() }
    this.calendars.set(id, calendar)
    return calendar
  }

  /** What another client does; answers the id. */
  put(calendarId: string, event: JsonObject, id = `e${++this.#ids}`): string {
    const calendar = this.#calendar(calendarId)
    const stored =
      this.knowsSecret || event['privacy'] !== 'secret' ? event : { ...event, privacy: 'private' }
    const version = this.#next()
    const before = calendar.events.get(id)
    calendar.events.set(id, { version, event: stored })
    calendar.log.push({ at: this.#clock, id })
    if (this.tells === 'apart') this.#tellOccurrences(calendar, id, before?.event ?? {}, stored)
    return id
  }

  remove(calendarId: string, id: string): void {
    const calendar = this.#calendar(calendarId)
    const before = calendar.events.get(id)
    if (!before) return
    calendar.events.delete(id)
    this.#next()
    calendar.log.push({ at: this.#clock, id })
    if (this.tells === 'apart') this.#tellOccurrences(calendar, id, before.event, {})
  }

  /** Every cursor given out so far is of no use. */
  loseCursors(): void {
    this.#era++
  }

  session(): CalendarSession {
    return {
      calendars: () => this.#call('calendars', async () => this.lists()),
      pull: (calendar, cursor) => this.#pull(calendar, cursor),
      write: this.#writing(),
      push: {
        watch: (calendar, { id, secret, address }) =>
          this.#call('watch', async () => {
            if (this.watchAnswer === 'unsupported') return 'unsupported'
            const resourceId = `r-${calendar}`
            this.watches.push({ id, resourceId, secret, calendar, address })
            return { id, resourceId, expiresAt: this.grantedUntil }
          }),
        unwatch: ({ id }) =>
          this.#call('unwatch', async () => {
            const at = this.watches.findIndex((watch) => watch.id === id)
            if (at >= 0) this.watches.splice(at, 1)
          }),
      },
      freeBusy: (calendars, from, to) =>
        this.#call('freeBusy', async () => {
          const events = calendars.flatMap((id) => [...this.#calendar(id).events.values()])
          return events.length === 0 ? [] : [{ from, to }]
        }),
    }
  }

  async #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    this.calls.push(name)
    this.disturb(name, 'before')
    const answer = await work()
    this.disturb(name, 'after')
    return answer
  }

  #next(): string {
    this.#clock++
    return `v${this.#clock}`
  }

  #calendar(id: string): StoredCalendar {
    const calendar = this.calendars.get(id)
    if (!calendar) throw new ProviderError('gone', 'There is no such calendar')
    return calendar
  }

  #tellOccurrences(calendar: StoredCalendar, id: string, before: JsonObject, after: JsonObject): void {
    const [was, is] = [getOverrides(before), getOverrides(after)]
    for (const key of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (JSON.stringify(was[key]) === JSON.stringify(is[key])) continue
      const occurrence = `${id}_${key}`
      if (is[key] === undefined) calendar.occurrences.delete(occurrence)
      else calendar.occurrences.set(occurrence, `v${this.#clock}`)
      calendar.log.push({ at: this.#clock, id: occurrence })
    }
  }

  #tell(calendar: StoredCalendar, id: string): RemoteChange {
    const [seriesId = '', recurrenceId] = id.split('_')
    const stored = calendar.events.get(seriesId)
    if (recurrenceId !== undefined) {
      const patch = stored && getOverrides(stored.event)[recurrenceId]
      const version = calendar.occurrences.get(id)
      if (patch === undefined || version === undefined) return { kind: 'gone', id }
      return { kind: 'occurrence', id, seriesId, recurrenceId, version, patch: patch as JsonObject, raw: '' }
    }
    if (!stored) return { kind: 'gone', id }
    const { version, event } = stored
    const { recurrenceOverrides: _apart, ...plain } = event
    return {
      kind: 'event',
      id,
      version,
      event: this.tells === 'apart' ? plain : event,
      raw: JSON.stringify(event),
    }
  }

  async *#pull(id: string, cursor: string | undefined) {
    this.calls.push(cursor === undefined ? 'read' : 'pull')
    this.disturb('pull', 'before')
    const calendar = this.#calendar(id)
    const [era, at] = (cursor ?? '').split('/')
    const isReset = cursor !== undefined && Number(era) !== this.#era
    const isWhole = cursor === undefined || isReset
    const ids = isWhole
      ? [...calendar.events.keys(), ...calendar.occurrences.keys()]
      : [...new Set(calendar.log.filter((entry) => entry.at > Number(at)).map((entry) => entry.id))]
    const end = `${this.#era}/${this.#clock}`
    const changes = ids.map((eventId) => this.#tell(calendar, eventId))
    const { readAnewAt, tellsFrom, tellsUntil } = this
    const more = {
      ...(isWhole && readAnewAt ? { readAnewAt } : {}),
      ...(isWhole && tellsFrom ? { tellsFrom } : {}),
      ...(isWhole && tellsUntil ? { tellsUntil } : {}),
    }
    const size = 7
    for (let first = 0; first === 0 || first < changes.length; first += size) {
      if (first > 0) this.disturb('pull', 'after')
      const isLast = first + size >= changes.length
      yield {
        changes: changes.slice(first, first + size),
        reset: isReset && first === 0,
        cursor: isLast ? end : undefined,
        ...more,
      }
    }
  }

  #writing(): EventWriting {
    const told = (calendarId: string, id: string): Written => {
      const calendar = this.#calendar(calendarId)
      const occurrences = [...calendar.occurrences.keys()].filter((key) => key.startsWith(`${id}_`))
      return {
        outcome: 'stored',
        changes: [id, ...occurrences].map((eventId) => this.#tell(calendar, eventId)),
      }
    }
    const check = (calendarId: string, known: KnownEvent): Written | undefined => {
      const stored = this.#calendar(calendarId).events.get(known.id)
      if (!stored) return { outcome: 'gone' }
      return stored.version === known.version ? undefined : { outcome: 'conflict' }
    }
    return {
      create: (calendar, event, { key }) =>
        this.#call('create', async () => {
          const refusal = this.refuses(event)
          if (refusal !== undefined)
            return { outcome: 'refused', problem: { problem: 'other/text', text: refusal } }
          const before = this.#keys.get(key)
          if (before !== undefined)
            return this.#calendar(calendar).events.has(before)
              ? told(calendar, before)
              : { outcome: 'removed' }
          const id = this.put(calendar, this.givesUids ? { ...event, uid: `given for ${key}` } : event)
          this.#keys.set(key, id)
          return told(calendar, id)
        }),
      isMadeWith: this.tellsKeys ? (key, { id }) => this.#keys.get(key) === id : undefined,
      update: (calendar, known, event, { notify }) =>
        this.#call('update', async () => {
          const refusal = this.refuses(event)
          if (refusal !== undefined)
            return { outcome: 'refused', problem: { problem: 'other/text', text: refusal } }
          const trouble = check(calendar, known)
          if (trouble) return trouble
          this.updates.push({ known, event, notify })
          const before = this.#calendar(calendar).events.get(known.id)?.event ?? {}
          this.put(calendar, withDifference(before, known.event, event), known.id)
          return told(calendar, known.id)
        }),
      destroy: (calendar, known) =>
        this.#call('destroy', async () => {
          const trouble = check(calendar, known)
          if (trouble?.outcome === 'conflict') return trouble
          this.remove(calendar, known.id)
          return { outcome: 'stored', changes: [] }
        }),
      move: this.mayMove
        ? (from, to, known) =>
            this.#call('move', async () => {
              const trouble = check(from, known)
              if (trouble) return trouble
              const event = this.#calendar(from).events.get(known.id)?.event ?? {}
              this.remove(from, known.id)
              this.put(to, event, known.id)
              return told(to, known.id)
            })
        : undefined,
      answer: undefined,
    }
  }
}

export interface StoredCalendar {
  remote: RemoteCalendar
  events: Map<string, { version: string; event: JsonObject }>
  log: Array<{ at: number; id: string }>
  /** Versions of the occurrences that are told on their own. */
  occurrences: Map<string, string>
}

/** Only what differs is written: what a client does not know stays. */
function withDifference(stored: JsonObject, known: JsonObject, wanted: JsonObject): JsonObject {
  const names = new Set([...Object.keys(known), ...Object.keys(wanted)])
  const changed = [...names].filter(
    (name) => JSON.stringify(sorted(known[name])) !== JSON.stringify(sorted(wanted[name])),
  )
  const result: Record<string, JsonValue> = { ...stored }
  for (const name of changed) {
    const value = wanted[name]
    if (value === undefined) delete result[name]
    else result[name] = value
  }
  return result
}

function sorted(json: JsonValue | undefined): JsonValue | undefined {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return json
  const entries = Object.entries(json as JsonObject).toSorted(([a], [b]) => a.localeCompare(b))
  return Object.fromEntries(entries.map(([name, value]) => [name, sorted(value) ?? null]))
}

const getOverrides = (event: JsonObject): JsonObject =>
  (event['recurrenceOverrides'] as JsonObject | undefined) ?? {}

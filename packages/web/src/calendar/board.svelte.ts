import { createContext } from 'svelte'
import type { App, CalendarDeed, CalendarViewName } from '../commands/index.ts'
import {
  type ListedCalendar,
  type Day,
  dayMs,
  dayOf,
  hourMs,
  minuteMs,
  movedTo,
  timesAt,
  type Wall,
  wallIn,
  wallOf,
} from '../records/index.ts'
import { isPhone } from '../ui/index.ts'
import { calendarWords as words, type WeekStart, weekStartOf } from '../words/index.ts'
import type { EventChange, SeriesScope } from './data/series.ts'
import type { NewEvent, TypedEvent } from './editor/event-fields.ts'
import { daysOf, stepped } from './grid/days.ts'
import { merged, type Shown } from './grid/merge.ts'
import { heldBy, type Held } from './calendar-state.ts'
import { createDateText, type DateText } from './date-text.ts'
import { nextEvent, type WalkDirection } from './arrow-keys.ts'

/** The overlay over the grid. */
export type Overlay =
  | { kind: 'card'; one: Shown }
  | { kind: 'form'; one: Shown | undefined; begin: NewEvent; title: string; typed?: TypedEvent }
  | {
      kind: 'scope'
      title: string
      scopes: readonly SeriesScope[]
      answer: (scope: SeriesScope) => void
      drop: () => void
    }
  | { kind: 'date' }
  | { kind: 'options' }
  | { kind: 'news' }

export interface BoardParts {
  app: App
  surface: 'page' | 'dock'
  view: () => CalendarViewName
  day: () => Day | undefined
  go: (view: CalendarViewName, day: Day) => void
}

const hourHeights = [28, 36, 44, 56, 72, 96]
const settleMs = 800

/** One calendar on screen: what it shows, what is chosen in it, and what is going on. */
export class Board {
  readonly app: App
  readonly held: Held
  readonly surface: 'page' | 'dock'
  readonly #parts: BoardParts
  #zoom = $state(2)
  /** Local wall-clock time, updated every minute. */
  now = $state(0)
  chosenKey = $state<string>()
  /** The day whose cell has the focus when no event has. */
  readonly day: Day = $derived.by(() => this.#parts.day() ?? this.today)
  quick = $state.raw<NewEvent>()
  overlay = $state.raw<Overlay>()
  isSearching = $state(false)
  /** The move by keyboard that is not saved yet. */
  #draft = $state.raw<{ key: string; start: Wall; end: Wall }>()
  #stopDraft: (() => void) | undefined
  /** The grid on screen. */
  grid: HTMLElement | undefined
  /** Said to those who listen instead of looking. */
  announced = $state('')

  constructor(parts: BoardParts) {
    this.#parts = parts
    this.app = parts.app
    this.surface = parts.surface
    this.held = heldBy(parts.app)
    this.tick()
  }

  tick(): void {
    this.now = wallIn(Date.now(), this.held.zone)
  }

  readonly #say = $derived.by(() =>
    createDateText(this.app.session.user.locale, this.app.preferences.current.clock),
  )
  get dateText(): DateText {
    return this.#say
  }
  readonly today: Day = $derived(dayOf(this.now))
  get view(): CalendarViewName {
    return this.#parts.view()
  }
  readonly weekStart: WeekStart = $derived.by(() =>
    weekStartOf(this.app.preferences.current.weekStart, this.app.session.user.locale),
  )
  readonly days: Day[] = $derived.by(() => daysOf(this.view, this.day, this.weekStart, isPhone.current))
  readonly from: Wall = $derived(wallOf(this.days[0] ?? ''))
  readonly to: Wall = $derived(wallOf(this.days.at(-1) ?? '') + dayMs)
  readonly hourHeight: number = $derived(hourHeights[this.#zoom] ?? 44)

  /** Everything of the days shown, on calendars that are, as it will be drawn. */
  readonly shown: readonly Shown[] = $derived.by(() => {
    const { calendars, events } = this.held
    const visible = new Set(
      (calendars.all() ?? [])
        .filter(({ isVisible }) => isVisible)
        .map(({ accountId, id }) => `${accountId}/${id}`),
    )
    const all = events
      .within(this.from, this.to)
      .filter(({ accountId, calendarId }) => visible.has(`${accountId}/${calendarId}`))
    const draft = this.#draft
    const drawn = merged(all)
    return draft
      ? drawn.map((drawnEvent) =>
          drawnEvent.key === draft.key ? { ...drawnEvent, start: draft.start, end: draft.end } : drawnEvent,
        )
      : drawn
  })

  /** Before the first answer about the days shown, unless none comes. */
  get isLoading(): boolean {
    const { calendars, events } = this.held
    if (calendars.isUnreachable || events.isUnreachable) return false
    return !events.isLoaded(this.days[0] ?? this.day, this.days.at(-1) ?? this.day)
  }

  get chosen(): Shown | undefined {
    return this.shown.find(({ key }) => key === this.chosenKey)
  }

  get hasChosen(): boolean {
    return this.chosen !== undefined
  }

  calendarOf({ accountId, calendarId }: Pick<Shown, 'accountId' | 'calendarId'>): ListedCalendar | undefined {
    this.held.calendars.all()
    return this.held.calendars.get(accountId, calendarId)
  }

  isReadOnly(event: Pick<Shown, 'accountId' | 'calendarId'>): boolean {
    const rights = this.calendarOf(event)?.myRights
    return !(rights?.mayWriteAll === true || rights?.mayWriteOwn === true)
  }

  /** Somebody else's meeting: what all its people share is not the user's to change. */
  isGuest(event: Pick<Shown, 'event'>): boolean {
    return event.event.mayUpdateAll === false
  }

  /** Whether the focus may go to what is chosen: it is in the grid, or nowhere. */
  takesFocus(button: HTMLElement): boolean {
    const { activeElement, body } = document
    if (this.quick || this.overlay || activeElement === button) return false
    return activeElement === body ? this.surface === 'page' : this.grid?.contains(activeElement) === true
  }

  titleOf(event: Shown): string {
    return event.event.title?.trim() || words.untitled
  }

  go(view: CalendarViewName, day: Day): void {
    this.commitDraft()
    this.quick = undefined
    this.#parts.go(view, day)
  }

  choose(event: Shown | undefined): void {
    this.commitDraft()
    this.chosenKey = event?.key
  }

  open(event: Shown): void {
    this.choose(event)
    this.overlay = { kind: 'card', one: event }
  }

  edit(event: Shown): void {
    if (this.isReadOnly(event)) {
      this.overlay = { kind: 'card', one: event }
      return
    }
    this.overlay = { kind: 'form', one: event, begin: event, title: '' }
  }

  /** The next whole hour of the day in front of the user. */
  createHere(): void {
    const isToday = this.days.includes(this.today) && this.day === this.today
    const hour = isToday ? Math.floor(this.now / hourMs) * hourMs + hourMs : wallOf(this.day) + 9 * hourMs
    this.begin({ start: hour, end: hour + hourMs, isAllDay: false })
  }

  /** Inline where there is a grid to write in, else in the form. */
  begin(event: NewEvent): void {
    // Before the first answer there may well be one.
    if (this.held.calendars.all() && !this.held.calendars.usual()) {
      this.app.toasts.show({ text: words.noCalendar, tone: 'problem' })
      return
    }
    const isInline = this.view !== 'agenda' && event.start >= this.from && event.start < this.to
    if (isInline) this.quick = event
    else this.overlay = { kind: 'form', one: undefined, begin: event, title: '' }
  }

  async createQuick(title: string): Promise<void> {
    const event = this.quick
    this.quick = undefined
    if (!event || title.trim() === '') return
    await this.held.calendars.loaded()
    const calendar = this.held.calendars.usual()
    if (!calendar) return this.begin(event)
    const { zone, newUid } = this.held
    const kind = event.isAllDay ? { showWithoutTime: true } : { timeZone: zone }
    const uid = newUid()
    this.chosenKey = [calendar.accountId, calendar.id, uid, ''].join('/')
    const times = timesAt({ timeZone: zone, ...kind }, event.start, event.end, zone)
    const giveBack = (): boolean => this.reopen({ one: undefined, begin: event, title: title.trim() })
    await this.held.deeds.create(calendar, { uid, title: title.trim(), ...kind, ...times }, { giveBack })
  }

  /** Shows a form with what was typed into it before; false where somebody writes in another one by now. */
  reopen(form: Omit<Extract<Overlay, { kind: 'form' }>, 'kind'>): boolean {
    if (this.overlay?.kind === 'form') return false
    this.overlay = { kind: 'form', ...form }
    return true
  }

  /** To another time with the length it has, or to another length. */
  async place(event: Shown, start: Wall, end: Wall): Promise<void> {
    if (this.refuses(event)) return
    const isMove = end - start === event.end - event.start
    const change = isMove
      ? movedTo(event.event, start, this.held.zone)
      : timesAt(event.event, start, end, this.held.zone)
    const text = words.done.moved({
      title: this.titleOf(event),
      when: this.dateText.when({ start, end, isAllDay: event.isAllDay }),
    })
    await this.change(event, change, words.scope.move, text)
  }

  /** Returns whether an event must not be moved or resized, and tells the user why. */
  refuses(event: Shown): boolean {
    if (this.refusesAll(event)) return true
    return this.isGuest(event) && this.#refuse(words.failed.guest)
  }

  refusesAll(event: Shown): boolean {
    if (!this.isReadOnly(event)) return false
    return this.#refuse(words.failed.readOnly({ calendar: this.calendarOf(event)?.name ?? words.title }))
  }

  #refuse(text: string): true {
    this.app.toasts.show({ text, tone: 'problem' })
    this.announced = text
    return true
  }

  async change(event: Shown, change: EventChange, question: string, text: string): Promise<void> {
    const scope = await this.scopeOf(event, question)
    this.#draft = undefined
    if (scope) await this.held.deeds.change(event, change, scope, text)
  }

  /** Whoever takes somebody else's meeting out of their calendar declines it. */
  async remove(event: Shown): Promise<void> {
    if (this.refusesAll(event)) return
    const isGuest = this.isGuest(event)
    const scope = await this.scopeOf(event, words.scope.delete, isGuest ? ['one', 'all'] : undefined)
    if (scope) await this.held.deeds.remove(event, scope, isGuest)
  }

  /** Asked only of a series; undefined when the user thinks better of it. */
  scopeOf(
    event: Shown,
    title: string,
    scopes: readonly SeriesScope[] = ['one', 'following', 'all'],
  ): Promise<SeriesScope | undefined> {
    if (event.seriesId === undefined) return Promise.resolve('one')
    return new Promise((resolve) => {
      this.overlay = { kind: 'scope', title, scopes, answer: resolve, drop: () => resolve(undefined) }
    })
  }

  /** By keyboard: written when the keys rest. */
  nudge(event: Shown, by: number, what: 'both' | 'end'): void {
    if (this.refuses(event)) return
    if (event.isAllDay && by % dayMs !== 0) return
    const start = what === 'both' ? event.start + by : event.start
    const end = Math.max(event.end + by, start + (event.isAllDay ? dayMs : 15 * minuteMs))
    this.#stopDraft?.()
    this.#draft = { key: event.key, start, end }
    this.announced = `${this.titleOf(event)}, ${this.dateText.when({ start, end, isAllDay: event.isAllDay })}`
    this.#stopDraft = this.app.after(settleMs, () => this.commitDraft())
  }

  commitDraft(): void {
    const draft = this.#draft
    this.#stopDraft?.()
    this.#stopDraft = undefined
    if (!draft) return
    const drawn = merged(this.held.events.within(this.from - dayMs, this.to + dayMs)).find(
      ({ key }) => key === draft.key,
    )
    if (!drawn || (drawn.start === draft.start && drawn.end === draft.end)) this.#draft = undefined
    else void this.place(drawn, draft.start, draft.end).finally(() => this.#drop(draft))
  }

  /** The keys may have gone on meanwhile. */
  #drop(draft: object): void {
    if (this.#draft === draft) this.#draft = undefined
  }

  /** From event to event: in the order of time, or to a day beside. */
  walk(direction: WalkDirection): void {
    const next = nextEvent(this.shown, this.chosen, this.day, direction, this)
    if (this.chosen) this.choose(next)
    else this.chosenKey = next?.key
    const { chosen } = this
    if (chosen) this.announced = `${this.titleOf(chosen)}, ${this.dateText.when(chosen)}`
  }

  /** Runs a calendar command. */
  run(deed: CalendarDeed): void {
    const { chosen, view, day } = this
    switch (deed) {
      case 'today':
        return this.go(view, this.today)
      case 'day':
      case 'week':
      case 'workweek':
      case 'month':
      case 'agenda':
        if (this.surface === 'page') this.app.preferences.set({ calendarView: deed })
        return this.go(deed, day)
      case 'next':
        return this.go(view, stepped(view, day, 1, isPhone.current))
      case 'previous':
        return this.go(view, stepped(view, day, -1, isPhone.current))
      case 'new':
        return this.createHere()
      case 'date':
      case 'options':
        this.overlay = { kind: deed }
        return
      case 'search':
        this.isSearching = true
        return
      case 'print':
        return window.print()
      case 'zoom-in':
      case 'zoom-out':
        this.#zoom = Math.min(hourHeights.length - 1, Math.max(0, this.#zoom + (deed === 'zoom-in' ? 1 : -1)))
        return
      case 'up':
      case 'down':
      case 'left':
      case 'right':
        return this.walk(deed)
      case 'edit':
        return chosen ? this.edit(chosen) : this.createHere()
      case 'delete':
        if (chosen) void this.remove(chosen)
        return
      default:
        if (chosen) this.nudge(chosen, nudges[deed], deed === 'longer' || deed === 'shorter' ? 'end' : 'both')
    }
  }
}

const quarter = 15 * minuteMs
const nudges = {
  earlier: -quarter,
  later: quarter,
  'day-before': -dayMs,
  'day-after': dayMs,
  shorter: -quarter,
  longer: quarter,
}

const [useBoard, provideBoard] = createContext<Board>()
export { provideBoard, useBoard }

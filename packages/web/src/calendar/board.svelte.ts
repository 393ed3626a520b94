import { createContext } from 'svelte'
import type { App, CalendarDeed, CalendarViewName } from '../commands/index.ts'
import {
  type ListedCalendar,
  type Day,
  dayMs,
  dayOf,
  movedTo,
  timesAt,
  type Wall,
  wallIn,
  wallOf,
} from '../records/index.ts'
import { isPhone } from '../ui/index.ts'
import { calendarWords as words, type WeekStart, weekStartOf } from '../words/index.ts'
import type { EventChange, SeriesScope } from './data/series.ts'
import type { NewEvent } from './editor/event-fields.ts'
import { daysOf } from './grid/days.ts'
import { hourHeightAt, zoomed } from './grid/hour-height.ts'
import { merged, type Shown } from './grid/merge.ts'
import { getCalendarState, type CalendarState } from './calendar-state.ts'
import { createDateText, type DateText } from './date-text.ts'
import { morningOf, nextHour, withMove } from './event-times.ts'
import { createKeyboardMove, type KeyboardMove } from './keyboard-move.ts'
import type { Overlay } from './overlay.ts'
import { runCalendarCommand } from './run-calendar-command.ts'
import { nextEvent, type WalkDirection } from './arrow-keys.ts'

export interface BoardParts {
  app: App
  surface: 'page' | 'dock'
  view: () => CalendarViewName
  day: () => Day | undefined
  go: (view: CalendarViewName, day: Day) => void
}

/** One calendar on screen: what it shows, what is chosen in it, and what is going on. */
export class Board {
  readonly app: App
  readonly shared: CalendarState
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
  readonly #move: KeyboardMove
  /** The grid on screen. */
  grid: HTMLElement | undefined
  /** Announced to screen readers. */
  announced = $state('')

  constructor(parts: BoardParts) {
    this.#parts = parts
    this.app = parts.app
    this.surface = parts.surface
    this.shared = getCalendarState(parts.app)
    this.#move = createKeyboardMove({
      after: parts.app.after,
      stored: (key) =>
        merged(this.shared.events.within(this.from - dayMs, this.to + dayMs)).find(
          (event) => event.key === key,
        ),
      place: (event, start, end) => this.place(event, start, end),
    })
    this.tick()
  }

  tick(): void {
    this.now = wallIn(Date.now(), this.shared.zone)
  }

  readonly #say = $derived.by(() =>
    createDateText(this.app.session.user.locale, this.app.preferences.current.clock),
  )
  get dateText(): DateText {
    return this.#say
  }
  readonly today: Day = $derived(dayOf(this.now))
  get isNarrow(): boolean {
    return isPhone.current
  }
  get view(): CalendarViewName {
    return this.#parts.view()
  }
  readonly weekStart: WeekStart = $derived.by(() =>
    weekStartOf(this.app.preferences.current.weekStart, this.app.session.user.locale),
  )
  readonly days: Day[] = $derived.by(() => daysOf(this.view, this.day, this.weekStart, this.isNarrow))
  readonly from: Wall = $derived(wallOf(this.days[0] ?? ''))
  readonly to: Wall = $derived(wallOf(this.days.at(-1) ?? '') + dayMs)
  readonly hourHeight: number = $derived(hourHeightAt(this.#zoom))

  /** Everything of the days shown, on calendars that are, as it will be drawn. */
  readonly shown: readonly Shown[] = $derived.by(() => {
    const { calendars, events } = this.shared
    const visible = new Set(
      (calendars.all() ?? [])
        .filter(({ isVisible }) => isVisible)
        .map(({ accountId, id }) => `${accountId}/${id}`),
    )
    const all = events
      .within(this.from, this.to)
      .filter(({ accountId, calendarId }) => visible.has(`${accountId}/${calendarId}`))
    return withMove(merged(all), this.#move.current)
  })

  /** Before the first answer about the days shown, unless none comes. */
  get isLoading(): boolean {
    const { calendars, events } = this.shared
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
    this.shared.calendars.all()
    return this.shared.calendars.get(accountId, calendarId)
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
    this.#move.commit()
    this.quick = undefined
    this.#parts.go(view, day)
  }

  choose(event: Shown | undefined): void {
    this.#move.commit()
    this.chosenKey = event?.key
  }

  open(event: Shown): void {
    this.choose(event)
    this.overlay = { kind: 'card', occurrence: event }
  }

  edit(event: Shown): void {
    if (this.isReadOnly(event)) {
      this.overlay = { kind: 'card', occurrence: event }
      return
    }
    this.overlay = { kind: 'form', occurrence: event, begin: event, title: '' }
  }

  /** The next whole hour of the day in front of the user. */
  createHere(): void {
    const isToday = this.days.includes(this.today) && this.day === this.today
    this.begin(isToday ? nextHour(this.now) : morningOf(this.day))
  }

  /** Inline where there is a grid to write in, else in the form. */
  begin(event: NewEvent): void {
    // Before the first answer there may well be one.
    if (this.shared.calendars.all() && !this.shared.calendars.usual()) {
      this.app.toasts.show({ text: words.noCalendar, tone: 'problem' })
      return
    }
    const isInline = this.view !== 'agenda' && event.start >= this.from && event.start < this.to
    if (isInline) this.quick = event
    else this.overlay = { kind: 'form', occurrence: undefined, begin: event, title: '' }
  }

  async createQuick(title: string): Promise<void> {
    const event = this.quick
    this.quick = undefined
    if (!event || title.trim() === '') return
    await this.shared.calendars.loaded()
    const calendar = this.shared.calendars.usual()
    if (!calendar) return this.begin(event)
    const { zone, newUid } = this.shared
    const kind = event.isAllDay ? { showWithoutTime: true } : { timeZone: zone }
    const uid = newUid()
    this.chosenKey = [calendar.accountId, calendar.id, uid, ''].join('/')
    const times = timesAt({ timeZone: zone, ...kind }, event.start, event.end, zone)
    const giveBack = (): boolean => this.reopen({ occurrence: undefined, begin: event, title: title.trim() })
    await this.shared.deeds.create(calendar, { uid, title: title.trim(), ...kind, ...times }, { giveBack })
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
      ? movedTo(event.event, start, this.shared.zone)
      : timesAt(event.event, start, end, this.shared.zone)
    const text = words.done.moved({
      title: this.titleOf(event),
      when: this.dateText.when({ start, end, isAllDay: event.isAllDay }),
    })
    await this.change(event, change, words.scope.move, text)
  }

  /** Returns whether an event must not be moved or resized, and shows the user why. */
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
    this.#move.drop()
    if (scope) await this.shared.deeds.change(event, change, scope, text)
  }

  /** Removing somebody else's meeting from the calendar declines it. */
  async remove(event: Shown): Promise<void> {
    if (this.refusesAll(event)) return
    const isGuest = this.isGuest(event)
    const scope = await this.scopeOf(event, words.scope.delete, isGuest ? ['one', 'all'] : undefined)
    if (scope) await this.shared.deeds.remove(event, scope, isGuest)
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

  /** Moves an event by keyboard; it is saved once the keys rest. */
  nudge(event: Shown, by: number, part: 'both' | 'end'): void {
    if (this.refuses(event)) return
    const times = this.#move.step(event, by, part)
    if (times)
      this.announced = `${this.titleOf(event)}, ${this.dateText.when({ ...times, isAllDay: event.isAllDay })}`
  }

  /** From event to event: in the order of time, or to a day beside. */
  walk(direction: WalkDirection): void {
    const next = nextEvent(this.shown, this.chosen, this.day, direction, this)
    if (this.chosen) this.choose(next)
    else this.chosenKey = next?.key
    const { chosen } = this
    if (chosen) this.announced = `${this.titleOf(chosen)}, ${this.dateText.when(chosen)}`
  }

  zoom(by: 1 | -1): void {
    this.#zoom = zoomed(this.#zoom, by)
  }

  run(command: CalendarDeed): void {
    runCalendarCommand(this, command)
  }
}

const [useBoard, provideBoard] = createContext<Board>()
export { provideBoard, useBoard }

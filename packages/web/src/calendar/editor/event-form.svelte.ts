import type { CalendarEventView, RecurrenceRule } from '@plmail/wire'
import type { ListedCalendar } from '../../records/index.ts'
import { calendarWords as words } from '../../words/index.ts'
import type { Board } from '../board.svelte.ts'
import { eventColors } from '../event-colors.ts'
import type { Shown } from '../grid/merge.ts'
import {
  eventOf,
  type EventFields,
  fieldsOf,
  newFields,
  type NewEvent,
  problemOf,
  type TypedEvent,
} from './event-fields.ts'
import { changeToWrite, scopesOf } from './save-event.ts'

/** The event of a form and what was typed; it outlives the overlay of the board. */
export interface FormSubject {
  occurrence: Shown | undefined
  begin: NewEvent
  title: string
  typed: TypedEvent | undefined
}

/** The state of the form for an event. Reactive; its fields are bound to what is typed. */
export class EventForm {
  fields = $state<EventFields>()
  rule = $state.raw<RecurrenceRule>()
  tellsPeople = $state(true)
  /** Whether the event is gone, or can't be loaded. */
  isLost = $state(false)
  readonly isGuest: boolean
  /** Fields show no error before the first attempt to save. */
  #wasTried = $state(false)
  #isRuleTouched = false
  #before: EventFields | undefined
  /** As stored: of a series what belongs to all of it. */
  #whole: CalendarEventView | undefined
  #me: string | undefined
  readonly #board: Board
  readonly #subject: FormSubject

  /** Calendars that the event may lie in. */
  readonly calendars: readonly ListedCalendar[] = $derived.by(() =>
    (this.#board.shared.calendars.all() ?? []).filter(
      ({ myRights }) => myRights.mayWriteAll || myRights.mayWriteOwn,
    ),
  )

  /** The calendar that is chosen. */
  readonly calendar = $derived(
    this.calendars.find(({ accountId, id }) => `${accountId}/${id}` === this.fields?.calendar),
  )

  readonly problem = $derived(this.fields && this.#wasTried ? problemOf(this.fields) : undefined)

  constructor(board: Board, subject: FormSubject) {
    this.#board = board
    this.#subject = subject
    this.isGuest = subject.occurrence !== undefined && board.isGuest(subject.occurrence)
    void this.#load()
  }

  /** The colour that the event had, if it is not one of the choices. */
  get otherColors(): readonly string[] {
    const color = this.#before?.color
    return color && !Object.hasOwn(eventColors, color) ? [color] : []
  }

  setRule(rule: RecurrenceRule | undefined): void {
    this.rule = rule
    this.#isRuleTouched = true
  }

  close(): void {
    this.#board.overlay = undefined
  }

  async save(): Promise<void> {
    this.#wasTried = true
    const { occurrence } = this.#subject
    const calendar = this.calendar
    if (!this.fields || !this.#before || problemOf(this.fields) || !calendar) return
    const { deeds, zone, newUid } = this.#board.shared
    const now = $state.snapshot(this.fields) as EventFields
    const telling = { tellsPeople: this.tellsPeople && now.people.length > 0, giveBack: this.#givesBack(now) }
    this.close()
    if (occurrence && this.#whole) return this.#change(now, telling)
    await deeds.create(calendar, eventOf(now, this.rule, { zone, me: this.#me, newId: newUid }), telling)
  }

  async #change(
    fields: EventFields,
    telling: { tellsPeople: boolean; giveBack: () => boolean },
  ): Promise<void> {
    const { occurrence } = this.#subject
    const calendar = this.calendar
    const [whole, before] = [this.#whole, this.#before]
    if (!occurrence || !whole || !before || !calendar) return
    const { deeds, zone, newUid } = this.#board.shared
    const change = changeToWrite({
      fields,
      before,
      rule: this.rule,
      isRuleTouched: this.#isRuleTouched,
      shown: occurrence.seriesId === undefined ? whole : { ...whole, ...occurrence.event },
      parts: { zone, me: this.#me, newId: newUid },
    })
    const isElsewhere = fields.calendar !== before.calendar
    if (isElsewhere && calendar.accountId !== occurrence.accountId) {
      const { giveBack } = telling
      await deeds.moveTo(occurrence, whole, calendar, occurrence.seriesId === undefined ? change : {}, {
        giveBack,
      })
      return
    }
    const full = isElsewhere ? { ...change, calendarIds: { [calendar.id]: true } } : change
    if (Object.keys(full).length === 0) return
    const scopes = scopesOf(full, this.isGuest)
    const scope =
      scopes.length === 1 ? 'all' : await this.#board.scopeOf(occurrence, words.scope.change, scopes)
    const text = words.done.changed({ title: fields.title.trim() || words.untitled })
    if (scope) await deeds.change(occurrence, full, scope, text, telling)
    else telling.giveBack()
  }

  /** Shows the form again, with what was typed, where it could not be written. */
  #givesBack(fields: EventFields): () => boolean {
    const [before, whole] = [this.#before ?? fields, this.#whole]
    const typed: TypedEvent = {
      fields,
      before,
      whole,
      rule: this.rule,
      isRuleTouched: this.#isRuleTouched,
      tellsPeople: this.tellsPeople,
    }
    const { occurrence, begin, title } = this.#subject
    return () => this.#board.reopen({ occurrence, begin, title, typed })
  }

  async #load(): Promise<void> {
    const { occurrence, begin, title, typed } = this.#subject
    const { calendars, events, zone } = this.#board.shared
    if (!occurrence) {
      const usual = calendars.usual()
      this.#fill(newFields(begin, title, zone, usual ? `${usual.accountId}/${usual.id}` : ''), undefined)
      return this.#loadIdentity(usual?.accountId)
    }
    this.#whole =
      typed?.whole ?? (await events.whole(occurrence.accountId, occurrence.seriesId ?? occurrence.id))
    const whole = this.#whole
    if (!whole) return void (this.isLost = true)
    // An occurrence of a series: the series with the overrides of this occurrence.
    const shown = occurrence.seriesId === undefined ? whole : { ...whole, ...occurrence.event }
    this.#fill(
      fieldsOf(shown, `${occurrence.accountId}/${occurrence.calendarId}`, zone),
      whole.recurrenceRule,
    )
    await this.#loadIdentity(occurrence.accountId)
  }

  /** With what is stored, or what was typed over it and could not be written. */
  #fill(stored: EventFields, storedRule: RecurrenceRule | undefined): void {
    const { typed } = this.#subject
    this.#before = typed?.before ?? stored
    this.fields = { ...(typed?.fields ?? stored) }
    this.rule = typed?.isRuleTouched ? typed.rule : storedRule
    this.#isRuleTouched = typed?.isRuleTouched ?? false
    this.tellsPeople = typed?.tellsPeople ?? true
  }

  async #loadIdentity(accountId: string | undefined): Promise<void> {
    if (accountId === undefined) return
    const all = await this.#board.shared.calendars.identities(accountId)
    this.#me = (all.find(({ isDefault }) => isDefault) ?? all[0])?.calendarAddress
  }
}

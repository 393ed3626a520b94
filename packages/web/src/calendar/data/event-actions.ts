import type { CalendarEventView, SetError } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import {
  type ListedCalendar,
  type CalendarRecords,
  type EventRecords,
  occurrenceOf,
} from '../../records/index.ts'
import { calendarWords as words } from '../../words/index.ts'
import type { Shown } from '../grid/merge.ts'
import {
  changedLook,
  changeFollowing,
  changeSeries,
  changeWhole,
  type SeriesDeed,
  type EventChange,
  remove,
  type SeriesScope,
  stored,
} from './series.ts'

/**
 * The user's changes to events: shown at once, sent to the server, undone with `z`. All return whether the change was
 * made.
 */
export interface Deeds {
  create(calendar: ListedCalendar, event: Record<string, unknown>, how?: GuestNotice): Promise<boolean>
  change(
    event: Shown,
    change: EventChange,
    scope: SeriesScope,
    text: string,
    how?: GuestNotice,
  ): Promise<boolean>
  /** To a calendar of another account; within one account it is a change like others. */
  moveTo(
    event: Shown,
    whole: CalendarEventView,
    calendar: ListedCalendar,
    change: EventChange,
    how?: GuestNotice,
  ): Promise<boolean>
  /** `isGuest`: of somebody else's meeting, which declines it. */
  remove(event: Shown, scope: SeriesScope, isGuest?: boolean): Promise<boolean>
}

interface GuestNotice {
  /** Whether participants hear of it. */
  tellsPeople?: boolean
  /** Called when it failed: shows the form again with what was typed, and returns whether it could. */
  giveBack?: () => boolean
}

export interface DeedsParts extends Pick<App, 'toasts' | 'undoStack'> {
  events: EventRecords
  calendars: CalendarRecords
  zone: string
  newUid: () => string
}

type Back = () => Promise<void>

/** Until the server has given an id. */
const unnamed = 'new'

/** One write of one account with the way back. */
interface Step {
  accountId: string
  look: SeriesDeed['look']
  deed: () => Promise<SeriesDeed | undefined>
  /** Hears the ids of what was made; none when nothing was. */
  learn?: (createdIds: Readonly<Record<string, string>>) => void
}

export function createDeeds({ events, calendars, zone, newUid, toasts, undoStack }: DeedsParts): Deeds {
  const nameOf = (title: string | undefined): string => title?.trim() || words.untitled
  const isWritable = ({ accountId, calendarId }: Shown['copies'][number]): boolean => {
    const rights = calendars.get(accountId, calendarId)?.myRights
    return rights?.mayWriteAll === true || rights?.mayWriteOwn === true
  }

  function showFailure(why: SetError | undefined, again: (() => void) | undefined): void {
    const text = !why
      ? words.failed.offline
      : why.type === 'notFound'
        ? words.failed.gone
        : why.description
          ? words.failed.refused({ why: why.description })
          : words.failed.other
    const action = again && { action: { title: words.failed.retry, run: again } }
    toasts.show({ text, tone: 'problem', ...action })
  }

  /** Ids of events being created; an event may be changed before the server has returned its id. */
  const making = new Map<string, Promise<string | undefined>>()
  const idOf = (copy: Shown['copies'][number]): Promise<string | undefined> =>
    copy.id === unnamed ? (making.get(copy.key) ?? Promise.resolve(undefined)) : Promise.resolve(copy.id)

  /** Confirms the action at once, with undo; undoing it before the server has answered waits for the answer. */
  async function perform(steps: readonly Step[], text: string, how: GuestNotice = {}): Promise<boolean> {
    const doing = carryOut(steps, how)
    undoStack.push({ undo: () => void doing.then((backs) => takeBack(backs ?? [])) }, toasts, text)
    const backs = await doing
    return backs !== undefined
  }

  /** All steps, with what takes them back, newest first; or none. */
  async function carryOut(steps: readonly Step[], how: GuestNotice): Promise<Back[] | undefined> {
    const backs: Back[] = []
    for (const { accountId, look, deed, learn } of steps) {
      let createDeed: SeriesDeed | undefined
      const telling = { sendSchedulingMessages: how.tellsPeople === true }
      const outcome = await events.write({
        accountId,
        look,
        ...telling,
        writes: async () => (createDeed = await deed())?.forward,
      })
      learn?.(outcome.ok ? outcome.ids : {})
      if (!outcome.ok) {
        showFailure(outcome.why, how.giveBack?.() ? undefined : () => void carryOut(steps, how))
        await takeBack(backs)
        return undefined
      }
      const { lookBack, ids, journalId } = outcome
      const writes = createDeed?.back(ids, journalId)
      backs.unshift(async () => {
        const undone = await events.write({
          accountId,
          look: lookBack,
          ...telling,
          writes: () => Promise.resolve(writes),
        })
        if (!undone.ok) showFailure(undone.why, () => void takeBack(backs))
      })
    }
    return backs
  }

  async function takeBack(backs: readonly Back[]): Promise<void> {
    for (const back of backs) await back()
  }

  /** A calendar that is hidden would hide what was just put there. */
  function bring(calendar: ListedCalendar): void {
    if (calendar.isVisible) return
    void calendars.update(calendar, { isVisible: true })
  }

  function creating(calendar: ListedCalendar, event: Record<string, unknown>): Step {
    const { accountId } = calendar
    const full = { '@type': 'Event', ...event, calendarIds: { [calendar.id]: true } }
    const view = {
      ...full,
      id: unnamed,
      baseEventId: null,
      isDraft: false,
      isOrigin: true,
    } as unknown as CalendarEventView
    const deed: SeriesDeed = {
      forward: { create: { made: full } },
      back: ({ made }) => (made === undefined ? {} : { destroy: [made] }),
      look: (occurrences) => [...occurrences, occurrenceOf(accountId, view, zone)],
    }
    let tell: (id: string | undefined) => void = () => undefined
    making.set(occurrenceOf(accountId, view, zone).key, new Promise((resolve) => (tell = resolve)))
    return {
      accountId,
      look: deed.look,
      deed: () => Promise.resolve(deed),
      learn({ made }) {
        view.id = made ?? view.id
        tell(made)
      },
    }
  }

  /** `uid` is that of a series which may come of it. */
  function changing(
    copy: Shown['copies'][number],
    change: EventChange,
    scope: SeriesScope,
    uid: string,
  ): Step {
    const { accountId, seriesId } = copy
    if (seriesId === undefined) {
      const look: SeriesDeed['look'] = (occurrences) =>
        occurrences.map((occurrence) =>
          occurrence.key === copy.key ? changedLook(occurrence, change, zone) : occurrence,
        )
      // The grid lacks some of its properties, which undo needs: they are loaded first.
      const isKnown = Object.keys(change).every((name) => name in copy.event || gridKnows.has(name))
      return {
        accountId,
        look,
        deed: async () => {
          const id = await idOf(copy)
          const whole = id === undefined || isKnown ? copy.event : await events.whole(accountId, id)
          return id === undefined || !whole
            ? undefined
            : changeWhole(accountId, { ...whole, id }, change, zone)
        },
      }
    }
    if (scope === 'following') {
      const deed = changeFollowing(copy, change, { zone, newUid: uid })
      return { accountId, look: deed.look, deed: () => Promise.resolve(deed) }
    }
    // How it looks does not depend on when the series began.
    const like = { ...copy.event, id: seriesId, start: '0001-01-01T00:00:00' }
    return {
      accountId,
      look: changeSeries(copy, like, change, scope, zone).look,
      deed: async () => {
        const whole = await events.whole(accountId, seriesId)
        return whole && changeSeries(copy, whole, change, scope, zone)
      },
    }
  }

  function removing(copy: Shown['copies'][number], scope: SeriesScope): Step {
    const { accountId, seriesId } = copy
    const like = { ...copy.event, id: seriesId ?? copy.id, start: '0001-01-01T00:00:00' }
    return {
      accountId,
      look: remove(copy, like, seriesId === undefined ? 'all' : scope).look,
      deed: async () => {
        const id = seriesId ?? (await idOf(copy))
        const whole = id === undefined ? undefined : await events.whole(accountId, id)
        return whole && remove(copy, whole, seriesId === undefined ? 'all' : scope)
      },
    }
  }

  const all = (event: Shown): Shown['copies'] => [event, ...event.copies.filter(isWritable)]

  return {
    create(calendar, event, how) {
      bring(calendar)
      const text = words.done.created({ title: nameOf(event['title'] as string | undefined) })
      return perform([creating(calendar, { uid: newUid(), ...event })], text, how)
    },
    change(shown, change, scope, text, how) {
      const uid = newUid()
      const steps = all(shown).map((copy) => changing(copy, change, scope, uid))
      return perform(steps, text, how)
    },
    moveTo(shown, whole, calendar, change, how) {
      bring(calendar)
      const event = { ...stored(whole), ...change }
      const remaining = Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null))
      const gone = removing(shown, 'all')
      return perform(
        [creating(calendar, remaining), gone],
        words.done.changed({ title: nameOf(shown.event.title) }),
        how,
      )
    },
    remove(shown, scope, isGuest = false) {
      const steps = all(shown).map((copy) => removing(copy, scope))
      const { deleted, removed } = words.done
      const text = (isGuest ? removed : deleted)({ title: nameOf(shown.event.title) })
      return perform(steps, text, { tellsPeople: isGuest })
    },
  }
}

/** Properties that the grid requests for every event: when one is absent, the event has none. */
const gridKnows = new Set(['title', 'start', 'duration', 'timeZone', 'showWithoutTime'])

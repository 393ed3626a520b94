import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type {
  CalendarSession,
  EventWriting,
  JsonObject,
  Written,
} from '../../../../server/src/providers/contract/calendar-session.ts'
import { createEventMirror } from './event-mirror.ts'

/**
 * How a provider is plugged in: its own test calls `calendarSessionSuite` with a function that starts its server (an
 * emulator, Radicale), signs in, and answers this. `calendar` is one calendar that may be written and is empty;
 * `otherClient` changes it behind the back of the session, by the server's own means and never through the session.
 * See google/calendar/session.test.ts.
 */
export interface ProvidedCalendar extends AsyncDisposable {
  session: CalendarSession
  calendar: string
  /** Another calendar of the same sign-in, for `move`; undefined where the session has none. */
  second: string | undefined
  otherClient: OtherClient
  /** Makes the cursors given out so far unusable. */
  loseCursors(): void
  /** False where a date that was taken out of a series is forgotten for good (Graph): asking for it is refused. */
  bringsBack?: false
  /** The next request that writes is carried out and its answer is lost. */
  loseAnswer(): void
  /** Before each test: nothing is armed any more. */
  calm(): void
  /** What a schema gate found on the wire. */
  problems(): readonly string[]
}

/** Ids are those of the provider. All may do their work at once or later. */
export interface OtherClient {
  create(event: PlainEvent): Awaited<string> | Promise<string>
  retitle(id: string, title: string): unknown
  destroy(id: string): unknown
  /** `recurrenceId` and `start` are local times in the zone of the series. */
  moveOccurrence(id: string, recurrenceId: string, start: string): unknown
  excludeOccurrence(id: string, recurrenceId: string): unknown
  /** Gives the event something that no session understands. Answers what reads it back. */
  decorate(id: string): Promise<() => Promise<unknown>>
}

export interface PlainEvent {
  title: string
  /** Local, `2026-11-24T09:00:00`. */
  start: string
  minutes: number
  timeZone: string
  /** The value of an RRULE. */
  rule?: string
}

const berlin = 'Europe/Berlin'
const lunch: PlainEvent = { title: 'Lunch', start: '2026-11-24T12:00:00', minutes: 60, timeZone: berlin }
/** Eight weeks from before until after clocks go back. */
const weekly: PlainEvent = {
  title: 'Standup',
  start: '2026-10-06T09:00:00',
  minutes: 30,
  timeZone: berlin,
  rule: 'FREQ=WEEKLY;COUNT=8',
}
const made: JsonObject = {
  '@type': 'Event',
  version: '2.0',
  uid: 'suite-1@plmail.example',
  title: 'Made here',
  start: '2026-11-25T10:00:00',
  timeZone: berlin,
  duration: 'PT45M',
}

/** What every provider's CalendarSession must do. */
export function calendarSessionSuite(name: string, provide: () => Promise<ProvidedCalendar>): void {
  describe(`${name} as a calendar session`, () => {
    let provided: ProvidedCalendar
    let session: CalendarSession
    let calendar: string
    let otherClient: OtherClient
    let key = 0
    beforeAll(async () => {
      provided = await provide()
      ;({ session, calendar, otherClient } = provided)
    })
    beforeEach(() => provided.calm())
    afterAll(async () => {
      expect(provided.problems()).toEqual([])
      await provided[Symbol.asyncDispose]()
    })
    const options = () => ({ key: `key-${++key}`, notify: false })
    const writing = (): EventWriting => {
      if (!session.write) throw new Error('Nothing can be written')
      return session.write
    }
    /** Of what is there now. */
    const createMirror = async (of = calendar) => {
      const mirror = createEventMirror(session, of)
      await mirror.look()
      return mirror
    }
    const stored = (written: Written) => {
      if (written.outcome !== 'stored') throw new Error(`Not stored: ${JSON.stringify(written)}`)
      return written.changes
    }
    const fresh = (event: JsonObject = made): JsonObject => ({
      ...event,
      uid: `suite-${++key}@plmail.example`,
    })
    const create = async (event: JsonObject = made): Promise<string> => {
      const [change] = stored(await writing().create(calendar, fresh(event), options()))
      if (change?.kind !== 'event') throw new Error('No event was told')
      return change.id
    }
    const getOverrides = (event: JsonObject): JsonObject =>
      (event['recurrenceOverrides'] as JsonObject | undefined) ?? {}

    it('lists the calendar as one that may be written', async () => {
      const listedCalendar = (await session.calendars()).find(
        (remoteCalendar) => remoteCalendar.id === calendar,
      )
      expect(listedCalendar).toMatchObject({ mayWrite: true, name: expect.stringMatching(/./) })
    })

    it('refuses to pull a calendar that is not there', async () => {
      await expect(createMirror(`${calendar}-nowhere`)).rejects.toMatchObject({ kind: 'gone' })
    })

    describe('pulling', () => {
      it('reads everything, then nothing new', async () => {
        const id = await otherClient.create(lunch)
        const mirror = await createMirror()
        expect(mirror.pulled(id).event).toMatchObject({
          '@type': 'Event',
          title: 'Lunch',
          start: lunch.start,
          timeZone: berlin,
          duration: 'PT1H',
        })
        expect((await mirror.look()).flatMap((page) => page.changes)).toEqual([])
      })

      it('tells what another client did', async () => {
        const [kept, lost] = [
          await otherClient.create(lunch),
          await otherClient.create({ ...lunch, title: 'Lost' }),
        ]
        const mirror = await createMirror()
        await otherClient.retitle(kept, 'Late lunch')
        await otherClient.destroy(lost)
        const added = await otherClient.create({ ...lunch, title: 'Added' })
        await mirror.look()
        expect(mirror.pulled(kept).event).toMatchObject({ title: 'Late lunch' })
        expect(mirror.ids()).not.toContain(lost)
        expect(mirror.ids()).toContain(added)
        expect(mirror.all()).toEqual((await createMirror()).all())
      })

      it('tells a series with what was moved and left out, by the clocks of its zone', async () => {
        const id = await otherClient.create(weekly)
        const mirror = await createMirror()
        expect(mirror.pulled(id).event).toMatchObject({
          start: weekly.start,
          timeZone: berlin,
          recurrenceRule: { frequency: 'weekly', count: 8 },
        })
        await otherClient.moveOccurrence(id, '2026-10-27T09:00:00', '2026-10-28T10:00:00')
        await otherClient.excludeOccurrence(id, '2026-11-03T09:00:00')
        await mirror.look()
        const expected = {
          '2026-10-27T09:00:00': { start: '2026-10-28T10:00:00' },
          '2026-11-03T09:00:00': { excluded: true },
        }
        expect(getOverrides(mirror.pulled(id).event)).toEqual(expected)
        expect(getOverrides((await createMirror()).pulled(id).event)).toEqual(expected)
      })

      it('starts over when its cursor is of no use, and misses nothing', async () => {
        const lost = await otherClient.create({ ...lunch, title: 'Lost' })
        const mirror = await createMirror()
        await otherClient.destroy(lost)
        provided.loseCursors()
        const pages = await mirror.look()
        expect(pages.some((page) => page.reset)).toBe(true)
        expect(mirror.ids()).not.toContain(lost)
        expect(mirror.all()).toEqual((await createMirror()).all())
      })

      it('follows any sequence of changes: pages folded together equal what is there', async () => {
        const mirror = await createMirror()
        const ids: string[] = []
        const step = fc.record({
          what: fc.constantFrom('create', 'series', 'retitle', 'destroy', 'shift', 'exclude', 'look'),
          which: fc.nat(),
        })
        await fc.assert(
          fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
            for (const { what, which } of steps) {
              const at = which % Math.max(1, ids.length)
              const id = ids[at]
              if (what === 'create') ids.push(await otherClient.create({ ...lunch, title: `Lunch ${which}` }))
              else if (what === 'series') ids.unshift(await otherClient.create(weekly))
              else if (what === 'look') await mirror.look()
              else if (id === undefined) continue
              else if (what === 'retitle') await otherClient.retitle(id, `Title ${which}`)
              else if (what === 'destroy') await otherClient.destroy(ids.splice(at, 1)[0] ?? '')
              else if (mirror.ids().includes(id) && mirror.pulled(id).event['recurrenceRule'] !== undefined) {
                const recurrenceId = ['2026-10-13T09:00:00', '2026-11-10T09:00:00'][which % 2] ?? ''
                const isOut = (getOverrides(mirror.pulled(id).event)[recurrenceId] as JsonObject)?.[
                  'excluded'
                ]
                if (isOut === true) continue
                if (what === 'exclude') await otherClient.excludeOccurrence(id, recurrenceId)
                else await otherClient.moveOccurrence(id, recurrenceId, recurrenceId.replace('T09', 'T15'))
                await mirror.look()
              }
            }
            await mirror.look()
            expect(mirror.all()).toEqual((await createMirror()).all())
          }),
          { numRuns: 12 },
        )
      })
    })

    describe('writing', () => {
      it('creates an event once, however often it is asked to', async () => {
        const event = fresh()
        const same = options()
        const [first] = stored(await writing().create(calendar, event, same))
        const [second] = stored(await writing().create(calendar, event, same))
        expect(second?.id).toBe(first?.id)
        const mirror = await createMirror()
        const { title, start, timeZone, duration } = made
        expect(mirror.pulled(first?.id ?? '').event).toMatchObject({
          title,
          start,
          timeZone,
          duration,
        } as object)
      })

      it('tells after a write what a pull would tell', async () => {
        const changes = stored(await writing().create(calendar, fresh(), options()))
        const mirror = await createMirror()
        const pulled = mirror.pulled(changes[0]?.id ?? '')
        const told = createEventMirror(session, calendar)
        told.apply(changes)
        expect(told.pulled(pulled.id)).toEqual(pulled)
      })

      it('creates once when the answer was lost', async () => {
        const event = fresh({ ...made, title: 'Answer lost' })
        const same = options()
        provided.loseAnswer()
        await expect(writing().create(calendar, event, same)).rejects.toMatchObject({ kind: 'unreachable' })
        const [change] = stored(await writing().create(calendar, event, same))
        const mirror = await createMirror()
        const mine = [...mirror.all()].filter(([, one]) => one['title'] === 'Answer lost')
        expect(mine.map(([id]) => id)).toEqual([change?.id])
      })

      it('changes what differs and leaves what it does not understand', async () => {
        const id = await create()
        const decoration = await otherClient.decorate(id)
        const before = await decoration()
        const mirror = await createMirror()
        const pulled = mirror.pulled(id)
        stored(
          await writing().update(calendar, pulled, { ...pulled.event, title: 'Renamed' }, { notify: false }),
        )
        await mirror.look()
        expect(mirror.pulled(id).event).toMatchObject({ title: 'Renamed', start: made['start'] })
        expect(await decoration()).toEqual(before)
      })

      it('writes nothing over what somebody else changed meanwhile', async () => {
        const id = await create()
        const mirror = await createMirror()
        const pulled = mirror.pulled(id)
        await otherClient.retitle(id, 'Theirs')
        const ours = { ...pulled.event, title: 'Ours' }
        expect(await writing().update(calendar, pulled, ours, { notify: false })).toEqual({
          outcome: 'conflict',
        })
        await mirror.look()
        expect(mirror.pulled(id).event).toMatchObject({ title: 'Theirs' })
      })

      it('says of a change to what is gone that it is gone', async () => {
        const id = await create()
        const pulled = (await createMirror()).pulled(id)
        await otherClient.destroy(id)
        const renamed = { ...pulled.event, title: 'Too late' }
        expect(await writing().update(calendar, pulled, renamed, { notify: false })).toEqual({
          outcome: 'gone',
        })
      })

      it('destroys, and is content when somebody did before', async () => {
        const id = await create()
        const mirror = await createMirror()
        const pulled = mirror.pulled(id)
        expect(stored(await writing().destroy(calendar, pulled, { notify: false }))).toEqual([])
        expect(stored(await writing().destroy(calendar, pulled, { notify: false }))).toEqual([])
        await mirror.look()
        expect(mirror.ids()).not.toContain(id)
      })

      it('keeps the rule when one occurrence is renamed and another left out', async () => {
        const id = await otherClient.create(weekly)
        const mirror = await createMirror()
        const pulled = mirror.pulled(id)
        const recurrenceOverrides = {
          '2026-10-20T09:00:00': { title: 'Standup with guests' },
          '2026-11-17T09:00:00': { excluded: true },
        }
        stored(
          await writing().update(
            calendar,
            pulled,
            { ...pulled.event, recurrenceOverrides },
            { notify: false },
          ),
        )
        await mirror.look()
        const { event } = mirror.pulled(id)
        expect(getOverrides(event)).toEqual(recurrenceOverrides)
        expect(event['recurrenceRule']).toEqual(pulled.event['recurrenceRule'])
      })

      it('brings back an occurrence that was left out, or says why it cannot', async () => {
        const id = await otherClient.create(weekly)
        await otherClient.excludeOccurrence(id, '2026-11-17T09:00:00')
        const mirror = await createMirror()
        const pulled = mirror.pulled(id)
        const { recurrenceOverrides: _out, ...whole } = pulled.event
        const written = await writing().update(calendar, pulled, whole, { notify: false })
        const { event } = (await createMirror()).pulled(id)
        const left = getOverrides(event)['2026-11-17T09:00:00']
        const refused = { outcome: 'refused', problem: { problem: expect.stringMatching(/^event-limit\//) } }
        const isBack = provided.bringsBack !== false
        expect(written).toMatchObject(isBack ? { outcome: 'stored' } : refused)
        expect(left ?? {}).toEqual(isBack ? {} : { excluded: true })
      })

      it('moves an event into another calendar, where it offers to', async () => {
        const { second } = provided
        const { move } = writing()
        expect(move === undefined).toBe(second === undefined)
        if (!move || second === undefined) return
        const id = await create({ ...made, title: 'Elsewhere' })
        const pulled = (await createMirror()).pulled(id)
        const [moved] = stored(await move(calendar, second, pulled, { notify: false }))
        expect((await createMirror()).ids()).not.toContain(id)
        expect((await createMirror(second)).pulled(moved?.id ?? '').event).toMatchObject({
          title: 'Elsewhere',
        })
      })
    })
  })
}

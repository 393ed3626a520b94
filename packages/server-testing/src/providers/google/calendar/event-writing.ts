import { createEventMirror } from '../../contract/event-mirror.ts'
import type {
  EventWriting,
  JsonObject,
  KnownEvent,
  RemoteChange,
  Written,
} from '../../../../../server/src/providers/contract/index.ts'
import { ada, type GoogleCalendarForTests, googleCalendarForTests } from './test-google-calendar.ts'

export const plain: JsonObject = {
  '@type': 'Event',
  version: '2.0',
  uid: 'mapping@plmail.example',
  title: 'Review',
  start: '2026-11-24T10:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
}

export interface WritingForTests {
  google: GoogleCalendarForTests
  write: EventWriting
  /** An event made through the session. */
  create(event: JsonObject): Promise<KnownEvent>
  /** Empties `google.sent` first, so that it holds only what this update sent. */
  update(known: KnownEvent, event: JsonObject): Promise<Written>
  /** The event as a pull without a cursor gives it. */
  read(id: string): Promise<KnownEvent>
  /** An event that was made at Google by another client. */
  given(event: object): Promise<KnownEvent>
  truth(id: string): Record<string, unknown> | undefined
}

export async function writingForTests(): Promise<WritingForTests> {
  const google = await googleCalendarForTests('mapping')
  const { write } = google.session
  if (!write) throw new Error('Nothing can be written')
  let serial = 0
  const read = async (id: string) => {
    const mirror = createEventMirror(google.session, ada)
    await mirror.look()
    return mirror.pulled(id)
  }
  return {
    google,
    write,
    read,
    create: async (event) => {
      const mirror = createEventMirror(google.session, ada)
      const changes = stored(await write.create(ada, event, { key: `mapping-${++serial}`, notify: false }))
      mirror.apply(changes)
      return mirror.pulled(changes[0]?.id ?? '')
    },
    update: async (known, event) => {
      google.sent.splice(0)
      return write.update(ada, known, event, { notify: false })
    },
    given: async (event) =>
      read(google.calendars.act({ kind: 'create', calendar: ada, event: { ...event } }) ?? ''),
    truth: (id) => google.calendars.truth().events.find(({ event }) => event.id === id)?.event,
  }
}

export function stored(written: Written): RemoteChange[] {
  if (written.outcome !== 'stored') throw new Error(`Not stored: ${JSON.stringify(written)}`)
  return written.changes
}

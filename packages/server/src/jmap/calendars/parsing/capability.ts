import { capability } from '@plmail/wire'
import type { Mail } from '../../../mail/index.ts'
import { messageBytes } from '../../engine/blob-bytes.ts'
import { type Capability, inAccountsThat } from '../../engine/capability.ts'
import { calendarEventParse, maxFileLength } from '../calendar-event/parse.ts'

/** JMAP Calendars §5.13: events read from files, of any account that has files. */
export function createCalendarsParseCapability({ mail }: { mail: Mail }): Capability {
  return {
    uri: capability.calendarsParse,
    ofAccount: inAccountsThat('holdsMail', 'isOfPerson'),
    limits: { maxSizeFile: maxFileLength },
    methods: { 'CalendarEvent/parse': calendarEventParse({ readBytes: messageBytes(mail) }) },
  }
}

import type { app } from './en/app.ts'
import type { categories } from './en/categories.ts'
import type { commands } from './en/commands.ts'
import type { calendar } from './en/calendar.ts'
import type { calendarSources } from './en/calendar-sources.ts'
import type { contacts } from './en/contacts.ts'
import type { compose } from './en/compose.ts'
import type { deviceZone } from './en/device-zone.ts'
import type { eventConflicts } from './en/event-conflicts.ts'
import type { eventNews } from './en/event-news.ts'
import type { falseLinks } from './en/false-links.ts'
import type { finding } from './en/finding.ts'
import type { identities } from './en/identities.ts'
import type { jobs } from './en/jobs.ts'
import type { labels } from './en/labels.ts'
import type { lists } from './en/lists.ts'
import type { meetings } from './en/meetings.ts'
import type { snooze } from './en/snooze.ts'
import type { keyboard } from './en/keyboard.ts'
import type { notify } from './en/notify.ts'
import type { numbers } from './en/numbers.ts'
import type { outbox } from './en/outbox.ts'
import type { offline } from './en/offline.ts'
import type { profile } from './en/profile.ts'
import type { person } from './en/person.ts'
import type { providers } from './en/providers.ts'
import type { receipts } from './en/receipts.ts'
import type { refusals } from './en/refusals.ts'
import type { rules } from './en/rules.ts'
import type { senders } from './en/senders.ts'
import type { search } from './en/search.ts'
import type { session } from './en/session.ts'
import type { settings } from './en/settings.ts'
import type { sharing } from './en/sharing.ts'
import type { templates } from './en/templates.ts'
import type { thread } from './en/thread.ts'
import type { wholeList } from './en/whole-list.ts'
import type { vacation } from './en/vacation.ts'
import type { webhooks } from './en/webhooks.ts'

/**
 * The texts of a language: a catalogue for each area of the client. English is the original, the others follow its
 * shape.
 */
export interface Catalogues {
  app: typeof app
  categories: typeof categories
  commands: typeof commands
  calendar: typeof calendar
  calendarSources: typeof calendarSources
  contacts: typeof contacts
  compose: typeof compose
  deviceZone: typeof deviceZone
  falseLinks: typeof falseLinks
  eventConflicts: typeof eventConflicts
  eventNews: typeof eventNews
  finding: typeof finding
  identities: typeof identities
  jobs: typeof jobs
  labels: typeof labels
  lists: typeof lists
  meetings: typeof meetings
  snooze: typeof snooze
  keyboard: typeof keyboard
  notify: typeof notify
  numbers: typeof numbers
  offline: typeof offline
  outbox: typeof outbox
  profile: typeof profile
  person: typeof person
  providers: typeof providers
  receipts: typeof receipts
  refusals: typeof refusals
  rules: typeof rules
  senders: typeof senders
  search: typeof search
  session: typeof session
  settings: typeof settings
  sharing: typeof sharing
  templates: typeof templates
  thread: typeof thread
  vacation: typeof vacation
  webhooks: typeof webhooks
  wholeList: typeof wholeList
}

import type { Catalogues } from '../catalogues.ts'
import { app } from './app.ts'
import { categories } from './categories.ts'
import { commands } from './commands.ts'
import { calendar } from './calendar.ts'
import { calendarSources } from './calendar-sources.ts'
import { contacts } from './contacts.ts'
import { compose } from './compose.ts'
import { deviceZone } from './device-zone.ts'
import { eventConflicts } from './event-conflicts.ts'
import { eventNews } from './event-news.ts'
import { falseLinks } from './false-links.ts'
import { finding } from './finding.ts'
import { identities } from './identities.ts'
import { jobs } from './jobs.ts'
import { labels } from './labels.ts'
import { lists } from './lists.ts'
import { meetings } from './meetings.ts'
import { snooze } from './snooze.ts'
import { keyboard } from './keyboard.ts'
import { notify } from './notify.ts'
import { numbers } from './numbers.ts'
import { outbox } from './outbox.ts'
import { offline } from './offline.ts'
import { profile } from './profile.ts'
import { person } from './person.ts'
import { providers } from './providers.ts'
import { receipts } from './receipts.ts'
import { refusals } from './refusals.ts'
import { rules } from './rules.ts'
import { senders } from './senders.ts'
import { search } from './search.ts'
import { session } from './session.ts'
import { settings } from './settings.ts'
import { sharing } from './sharing.ts'
import { templates } from './templates.ts'
import { thread } from './thread.ts'
import { wholeList } from './whole-list.ts'
import { vacation } from './vacation.ts'
import { webhooks } from './webhooks.ts'

/** German: loaded as one piece, and only where it is spoken. */
export const german: Catalogues = {
  app,
  categories,
  commands,
  calendar,
  calendarSources,
  contacts,
  compose,
  deviceZone,
  falseLinks,
  eventConflicts,
  eventNews,
  finding,
  identities,
  jobs,
  labels,
  lists,
  meetings,
  snooze,
  keyboard,
  notify,
  numbers,
  offline,
  outbox,
  profile,
  person,
  providers,
  receipts,
  refusals,
  rules,
  senders,
  search,
  session,
  settings,
  sharing,
  templates,
  thread,
  vacation,
  webhooks,
  wholeList,
}

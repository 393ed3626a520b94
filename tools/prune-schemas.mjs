// Cuts the providers' published documents down to what the tables of the emulators' schema gate are made from
// (packages/emulators/src/{google,microsoft}/schema.ts), so that a new revision can be compared with them.
//   node tools/prune-schemas.mjs gmail <gmail.v1.json> <pubsub.v1.json>    (Google's discovery documents)
//   node tools/prune-schemas.mjs calendar <calendar.v3.json>
//   node tools/prune-schemas.mjs graph <metadata.xml>                      (Graph's clean v1.0 metadata)
import { readFileSync } from 'node:fs'
import { pruneCsdl } from './schemas/csdl.mjs'
import { pruneDiscovery } from './schemas/discovery.mjs'

const calendarMethods = [
  /^calendar\.calendarList\.(get|list)$/,
  /^calendar\.events\.(delete|get|import|insert|instances|list|move|patch|update|watch)$/,
  /^calendar\.(channels\.stop|colors\.get|freebusy\.query)$/,
]
const gmailMethods = [
  /^gmail\.users\.(getProfile|stop|watch)$/,
  /^gmail\.users\.(drafts|history|labels|messages|messages\.attachments|threads)\.\w+$/,
  /^gmail\.users\.settings\.sendAs\.(get|list)$/,
]
const graphSelection = {
  roots: ['me', 'users', 'subscriptions'],
  entities: [
    'user',
    'outlookUser',
    'outlookCategory',
    'mailboxSettings',
    'mailFolder',
    'mailSearchFolder',
    'message',
    'eventMessage',
    'eventMessageRequest',
    'eventMessageResponse',
    'attachment',
    'fileAttachment',
    'itemAttachment',
    'referenceAttachment',
    'calendar',
    'event',
    'attendee',
    'scheduleInformation',
    'subscription',
    'changeNotification',
    'changeNotificationCollection',
    'uploadSession',
    'attachmentItem',
    'convertIdResult',
    'singleValueLegacyExtendedProperty',
  ],
  onlyOf: {
    user: /^(id|displayName|mail|userPrincipalName|givenName|surname|preferredLanguage|mailboxSettings|otherMails|proxyAddresses|userType|mailFolders|messages|outlook|calendar|calendars|calendarView|events)$/,
    entity: /^id$/,
  },
  operationsOf: { user: /^(sendMail|translateExchangeIds)$/, entity: /^$/, directoryObject: /^$/ },
}

const [which, first, second] = process.argv.slice(2)
if (which === 'gmail' && first && second) {
  const isGmailMethod = (id) => gmailMethods.some((pattern) => pattern.test(id))
  console.log(pruneDiscovery(JSON.parse(readFileSync(first, 'utf8')), isGmailMethod))
  console.log(pruneDiscovery(JSON.parse(readFileSync(second, 'utf8')), () => false, ['PubsubMessage']))
} else if (which === 'calendar' && first) {
  const isCalendarMethod = (id) => calendarMethods.some((pattern) => pattern.test(id))
  console.log(pruneDiscovery(JSON.parse(readFileSync(first, 'utf8')), isCalendarMethod))
} else if (which === 'graph' && first) {
  console.log(pruneCsdl(readFileSync(first, 'utf8'), graphSelection))
} else {
  console.error(
    'Usage: prune-schemas.mjs gmail <gmail.v1.json> <pubsub.v1.json> | calendar <calendar.v3.json> | graph <metadata.xml>',
  )
  process.exitCode = 2
}

import { createGoogleGate, type GoogleGate, type GoogleTable, readGoogleTable } from '../../schemas/index.ts'

/**
 * The part of Google Calendar that is served, condensed from its discovery document (Apache-2.0): methods, parameters,
 * shapes and the scopes of which any one suffices. The notation is that of schemas/table.ts.
 */
const table = `
document calendar v3 20260708
scope calendar https://www.googleapis.com/auth/calendar
scope calendar.acls https://www.googleapis.com/auth/calendar.acls
scope calendar.acls.readonly https://www.googleapis.com/auth/calendar.acls.readonly
scope calendar.app.created https://www.googleapis.com/auth/calendar.app.created
scope calendar.calendarlist https://www.googleapis.com/auth/calendar.calendarlist
scope calendar.calendarlist.readonly https://www.googleapis.com/auth/calendar.calendarlist.readonly
scope calendar.events https://www.googleapis.com/auth/calendar.events
scope calendar.events.freebusy https://www.googleapis.com/auth/calendar.events.freebusy
scope calendar.events.owned https://www.googleapis.com/auth/calendar.events.owned
scope calendar.events.owned.readonly https://www.googleapis.com/auth/calendar.events.owned.readonly
scope calendar.events.public.readonly https://www.googleapis.com/auth/calendar.events.public.readonly
scope calendar.events.readonly https://www.googleapis.com/auth/calendar.events.readonly
scope calendar.freebusy https://www.googleapis.com/auth/calendar.freebusy
scope calendar.readonly https://www.googleapis.com/auth/calendar.readonly
scope calendar.settings.readonly https://www.googleapis.com/auth/calendar.settings.readonly
everywhere
  alt:enum(json) fields:string key:string oauth_token:string prettyPrint:boolean quotaUser:string
    userIp:string
GET calendar/v3/calendars/{calendarId}/acl/{ruleId} calendar.acl.get
  > AclRule
  scopes calendar calendar.acls calendar.acls.readonly calendar.app.created calendar.readonly
GET calendar/v3/calendars/{calendarId}/acl calendar.acl.list
  ? maxResults:int32 pageToken:string showDeleted:boolean syncToken:string
  > Acl
  scopes calendar calendar.acls calendar.acls.readonly calendar.app.created
GET calendar/v3/users/me/calendarList/{calendarId} calendar.calendarList.get
  > CalendarListEntry
  scopes calendar calendar.app.created calendar.calendarlist calendar.calendarlist.readonly
    calendar.readonly
GET calendar/v3/users/me/calendarList calendar.calendarList.list
  ? maxResults:int32 minAccessRole:enum(freeBusyReader|owner|reader|writer|writerWithoutPrivateAccess)
    pageToken:string showDeleted:boolean showHidden:boolean showOwnOrganizationOnly:boolean
    syncToken:string
  > CalendarList
  scopes calendar calendar.calendarlist calendar.calendarlist.readonly calendar.readonly
POST calendar/v3/channels/stop calendar.channels.stop
  < Channel
  scopes calendar calendar.acls calendar.acls.readonly calendar.app.created calendar.calendarlist
    calendar.calendarlist.readonly calendar.events calendar.events.freebusy calendar.events.owned
    calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly
    calendar.readonly calendar.settings.readonly
GET calendar/v3/colors calendar.colors.get
  > Colors
  scopes calendar calendar.app.created calendar.calendarlist calendar.calendarlist.readonly
    calendar.events.freebusy calendar.events.owned calendar.events.owned.readonly
    calendar.events.public.readonly calendar.readonly
DELETE calendar/v3/calendars/{calendarId}/events/{eventId} calendar.events.delete
  ? sendNotifications:boolean sendUpdates:enum(all|externalOnly|none)
  scopes calendar calendar.app.created calendar.events calendar.events.owned
GET calendar/v3/calendars/{calendarId}/events/{eventId} calendar.events.get
  ? alwaysIncludeEmail:boolean maxAttendees:int32 timeZone:string
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.freebusy calendar.events.owned
    calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly
    calendar.readonly
POST calendar/v3/calendars/{calendarId}/events/import calendar.events.import
  ? conferenceDataVersion:int32 eventLabelVersion:int32 supportsAttachments:boolean
  < Event
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.owned
POST calendar/v3/calendars/{calendarId}/events calendar.events.insert
  ? conferenceDataVersion:int32 eventLabelVersion:int32 maxAttendees:int32 sendNotifications:boolean
    sendUpdates:enum(all|externalOnly|none) supportsAttachments:boolean
  < Event
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.owned
GET calendar/v3/calendars/{calendarId}/events/{eventId}/instances calendar.events.instances
  ? alwaysIncludeEmail:boolean maxAttendees:int32 maxResults:int32 originalStart:string pageToken:string
    showDeleted:boolean timeMax:date-time timeMin:date-time timeZone:string
  > Events
  scopes calendar calendar.app.created calendar.events calendar.events.freebusy calendar.events.owned
    calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly
    calendar.readonly
GET calendar/v3/calendars/{calendarId}/events calendar.events.list
  ? alwaysIncludeEmail:boolean
    eventTypes:enum(birthday|default|focusTime|fromGmail|outOfOffice|workingLocation)[] iCalUID:string
    maxAttendees:int32 maxResults:int32 orderBy:enum(startTime|updated) pageToken:string
    privateExtendedProperty:string[] q:string sharedExtendedProperty:string[] showDeleted:boolean
    showHiddenInvitations:boolean singleEvents:boolean syncToken:string timeMax:date-time
    timeMin:date-time timeZone:string updatedMin:date-time
  > Events
  scopes calendar calendar.app.created calendar.events calendar.events.freebusy calendar.events.owned
    calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly
    calendar.readonly
POST calendar/v3/calendars/{calendarId}/events/{eventId}/move calendar.events.move
  ? destination:string! sendNotifications:boolean sendUpdates:enum(all|externalOnly|none)
  > Event
  scopes calendar calendar.events calendar.events.owned
PATCH calendar/v3/calendars/{calendarId}/events/{eventId} calendar.events.patch
  ? alwaysIncludeEmail:boolean conferenceDataVersion:int32 eventLabelVersion:int32 maxAttendees:int32
    sendNotifications:boolean sendUpdates:enum(all|externalOnly|none) supportsAttachments:boolean
  < Event
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.owned
POST calendar/v3/calendars/{calendarId}/events/quickAdd calendar.events.quickAdd
  ? sendNotifications:boolean sendUpdates:enum(all|externalOnly|none) text:string!
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.owned
PUT calendar/v3/calendars/{calendarId}/events/{eventId} calendar.events.update
  ? alwaysIncludeEmail:boolean conferenceDataVersion:int32 eventLabelVersion:int32 maxAttendees:int32
    sendNotifications:boolean sendUpdates:enum(all|externalOnly|none) supportsAttachments:boolean
  < Event
  > Event
  scopes calendar calendar.app.created calendar.events calendar.events.owned
POST calendar/v3/calendars/{calendarId}/events/watch calendar.events.watch
  ? alwaysIncludeEmail:boolean
    eventTypes:enum(birthday|default|focusTime|fromGmail|outOfOffice|workingLocation)[] iCalUID:string
    maxAttendees:int32 maxResults:int32 orderBy:enum(startTime|updated) pageToken:string
    privateExtendedProperty:string[] q:string sharedExtendedProperty:string[] showDeleted:boolean
    showHiddenInvitations:boolean singleEvents:boolean syncToken:string timeMax:date-time
    timeMin:date-time timeZone:string updatedMin:date-time
  < Channel
  > Channel
  scopes calendar calendar.app.created calendar.events calendar.events.freebusy calendar.events.owned
    calendar.events.owned.readonly calendar.events.public.readonly calendar.events.readonly
    calendar.readonly
POST calendar/v3/freeBusy calendar.freebusy.query
  < FreeBusyRequest
  > FreeBusyResponse
  scopes calendar calendar.events.freebusy calendar.freebusy calendar.readonly
GET calendar/v3/users/me/settings/{setting} calendar.settings.get
  > Setting
  scopes calendar calendar.readonly calendar.settings.readonly
GET calendar/v3/users/me/settings calendar.settings.list
  ? maxResults:int32 pageToken:string syncToken:string
  > Settings
  scopes calendar calendar.readonly calendar.settings.readonly
shape Acl
  etag:string items:AclRule[] kind:string nextPageToken:string nextSyncToken:string
shape AclRule
  etag:string id:string kind:string role:string scope:{any}
shape CalendarList
  etag:string items:CalendarListEntry[] kind:string nextPageToken:string nextSyncToken:string
shape CalendarListEntry
  accessRole:string autoAcceptInvitations:boolean backgroundColor:string colorId:string
    conferenceProperties:ConferenceProperties dataOwner:string defaultReminders:EventReminder[]
    deleted:boolean description:string etag:string foregroundColor:string hidden:boolean id:string
    kind:string location:string notificationSettings:{any} primary:boolean selected:boolean summary:string
    summaryOverride:string timeZone:string
shape CalendarNotification
  method:string type:string
shape Channel
  address:string expiration:int64 id:string kind:string params:{string} payload:boolean resourceId:string
    resourceUri:string token:string type:string
shape ColorDefinition
  background:string foreground:string
shape Colors
  calendar:{ColorDefinition} event:{ColorDefinition} kind:string updated:date-time
shape ConferenceData
  conferenceId:string conferenceSolution:ConferenceSolution createRequest:CreateConferenceRequest
    entryPoints:EntryPoint[] notes:string parameters:ConferenceParameters signature:string
shape ConferenceParameters
  addOnParameters:ConferenceParametersAddOnParameters
shape ConferenceParametersAddOnParameters
  parameters:{string}
shape ConferenceProperties
  allowedConferenceSolutionTypes:string[]
shape ConferenceRequestStatus
  statusCode:string
shape ConferenceSolution
  iconUri:string key:ConferenceSolutionKey name:string
shape ConferenceSolutionKey
  type:string
shape CreateConferenceRequest
  conferenceSolutionKey:ConferenceSolutionKey requestId:string status:ConferenceRequestStatus
shape EntryPoint
  accessCode:string entryPointFeatures:string[] entryPointType:string label:string meetingCode:string
    passcode:string password:string pin:string regionCode:string uri:string
shape Error
  domain:string reason:string
shape Event
  anyoneCanAddSelf:boolean attachments:EventAttachment[] attendees:EventAttendee[]
    attendeesOmitted:boolean birthdayProperties:EventBirthdayProperties colorId:string
    conferenceData:ConferenceData created:date-time creator:{any} description:string
    end:EventDateTime@calendar.events.import,calendar.events.insert,calendar.events.update
    endTimeUnspecified:boolean etag:string eventLabelId:string eventType:string extendedProperties:{any}
    focusTimeProperties:EventFocusTimeProperties gadget:{any} guestsCanInviteOthers:boolean
    guestsCanModify:boolean guestsCanSeeOtherGuests:boolean hangoutLink:string htmlLink:string
    iCalUID:string@calendar.events.import id:string kind:string location:string locked:boolean
    organizer:{any} originalStartTime:EventDateTime outOfOfficeProperties:EventOutOfOfficeProperties
    privateCopy:boolean recurrence:string[] recurringEventId:string reminders:{any} sequence:int32
    source:{any} start:EventDateTime@calendar.events.import,calendar.events.insert,calendar.events.update
    status:string summary:string transparency:string updated:date-time visibility:string
    workingLocationProperties:EventWorkingLocationProperties
shape EventAttachment
  fileId:string fileUrl:string iconLink:string mimeType:string title:string
shape EventAttendee
  additionalGuests:int32 asyncOperation:string comment:string displayName:string email:string id:string
    optional:boolean organizer:boolean resource:boolean responseStatus:string self:boolean
shape EventBirthdayProperties
  contact:string customTypeName:string type:string
shape EventDateTime
  date:date dateTime:date-time timeZone:string
shape EventFocusTimeProperties
  autoDeclineMode:string chatStatus:string declineMessage:string
shape EventOutOfOfficeProperties
  autoDeclineMode:string declineMessage:string
shape EventReminder
  method:string minutes:int32
shape EventWorkingLocationProperties
  customLocation:{any} homeOffice:any officeLocation:{any} type:string
shape Events
  accessRole:string defaultReminders:EventReminder[] description:string etag:string items:Event[]
    kind:string nextPageToken:string nextSyncToken:string summary:string timeZone:string updated:date-time
shape FreeBusyCalendar
  busy:TimePeriod[] errors:Error[]
shape FreeBusyGroup
  calendars:string[] errors:Error[]
shape FreeBusyRequest
  calendarExpansionMax:int32 groupExpansionMax:int32 items:FreeBusyRequestItem[] timeMax:date-time
    timeMin:date-time timeZone:string
shape FreeBusyRequestItem
  id:string
shape FreeBusyResponse
  calendars:{FreeBusyCalendar} groups:{FreeBusyGroup} kind:string timeMax:date-time timeMin:date-time
shape Setting
  etag:string id:string kind:string value:string
shape Settings
  etag:string items:Setting[] kind:string nextPageToken:string nextSyncToken:string
shape TimePeriod
  end:date-time start:date-time
`

/** Read once: the table is the same for every run. */
const calendarTable: GoogleTable = readGoogleTable(table)

export const calendarGate: GoogleGate = createGoogleGate(calendarTable)

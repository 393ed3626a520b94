import { createGraphGate, readGraphTable, type GraphTable } from '../schemas/index.ts'
import type { Gate } from '../http/origin.ts'

/**
 * The part of Graph v1.0 that is served, condensed from its published metadata of 2026-08-20
 * (microsoftgraph/msgraph-metadata, MIT): types, properties, navigation and the bound operations. The notation is that
 * of schemas/table.ts.
 */
const table = `
root me user
root users user[]
root subscriptions subscription[]
enum importance low normal high
enum inferenceClassificationType focused other
enum meetingMessageType none meetingRequest meetingCancelled meetingAccepted meetingTenativelyAccepted
  meetingDeclined
enum bodyType text html
enum followupFlagStatus notFlagged complete flagged
enum dayOfWeek sunday monday tuesday wednesday thursday friday saturday
enum delegateMeetingMessageDeliveryOptions sendToDelegateAndInformationToPrincipal
  sendToDelegateAndPrincipal sendToDelegateOnly
enum userPurpose user linked shared room equipment others unknownFutureValue
enum externalAudienceScope none contactsOnly all
enum automaticRepliesStatus disabled alwaysEnabled scheduled
enum categoryColor none preset0 preset1 preset2 preset3 preset4 preset5 preset6 preset7 preset8 preset9
  preset10 preset11 preset12 preset13 preset14 preset15 preset16 preset17 preset18 preset19 preset20
  preset21 preset22 preset23 preset24
enum messageActionFlag any call doNotForward followUp fyi forward noResponseNecessary read reply
  replyToAll review
enum sensitivity normal personal private confidential
enum freeBusyStatus unknown free tentative busy oof workingElsewhere
enum eventType singleInstance occurrence exception seriesMaster
enum responseType none organizer tentativelyAccepted accepted declined notResponded
enum attendeeType required optional resource
enum recurrencePatternType daily weekly absoluteMonthly relativeMonthly absoluteYearly relativeYearly
enum recurrenceRangeType endDate noEnd numbered
enum weekIndex first second third fourth last
enum onlineMeetingProviderType unknown skypeForBusiness skypeForConsumer teamsForBusiness
enum calendarColor auto lightBlue lightGreen lightOrange lightGray lightYellow lightTeal lightPink
  lightBrown lightRed maxColor
enum locationType default conferenceRoom homeAddress businessAddress geoCoordinates streetAddress hotel
  restaurant localBusiness postalAddress
enum locationUniqueIdType unknown locationStore directory private bing
enum phoneType home business mobile other assistant homeFax businessFax otherFax pager radio
enum attachmentType file item reference
enum changeType created updated deleted
enum lifecycleEventType missed subscriptionRemoved reauthorizationRequired
enum exchangeIdFormat entryId ewsId immutableEntryId restId restImmutableEntryId
entity entity
  id:String!
entity directoryObject : entity
  deletedDateTime:DateTimeOffset
entity user : directoryObject
  displayName:String givenName:String mail:String mailboxSettings:mailboxSettings otherMails:String[]!
  preferredLanguage:String proxyAddresses:String[]! surname:String userPrincipalName:String
  userType:String
  -> calendar:calendar calendarView:event[] calendars:calendar[] contacts:contact[] events:event[]
  mailFolders:mailFolder[] messages:message[] outlook:outlookUser
entity mailFolder : entity
  childFolderCount:Int32 displayName:String isHidden:Boolean parentFolderId:String totalItemCount:Int32
  unreadItemCount:Int32
  -> childFolders:mailFolder[] messageRules:messageRule[] messages:message[]
  multiValueExtendedProperties:multiValueLegacyExtendedProperty[]
  singleValueExtendedProperties:singleValueLegacyExtendedProperty[]
entity outlookItem : entity
  categories:String[] changeKey:String createdDateTime:DateTimeOffset
  lastModifiedDateTime:DateTimeOffset
entity messageRule : entity
  actions:messageRuleActions conditions:messageRulePredicates displayName:String
  exceptions:messageRulePredicates hasError:Boolean isEnabled:Boolean isReadOnly:Boolean sequence:Int32
entity contact : outlookItem
  assistantName:String birthday:DateTimeOffset businessAddress:physicalAddress businessHomePage:String
  businessPhones:String[] children:String[] companyName:String department:String displayName:String
  emailAddresses:emailAddress[] fileAs:String generation:String givenName:String
  homeAddress:physicalAddress homePhones:String[] imAddresses:String[] initials:String jobTitle:String
  manager:String middleName:String mobilePhone:String nickName:String officeLocation:String
  otherAddress:physicalAddress parentFolderId:String personalNotes:String profession:String
  spouseName:String surname:String title:String yomiCompanyName:String yomiGivenName:String
  yomiSurname:String
entity mailSearchFolder : mailFolder
  filterQuery:String includeNestedFolders:Boolean isSupported:Boolean sourceFolderIds:String[]
entity message : outlookItem
  bccRecipients:recipient[] body:itemBody bodyPreview:String ccRecipients:recipient[]
  conversationId:String conversationIndex:Binary flag:followupFlag from:recipient
  hasAttachments:Boolean importance:importance inferenceClassification:inferenceClassificationType
  internetMessageHeaders:internetMessageHeader[] internetMessageId:String
  isDeliveryReceiptRequested:Boolean isDraft:Boolean isRead:Boolean isReadReceiptRequested:Boolean
  parentFolderId:String receivedDateTime:DateTimeOffset replyTo:recipient[] sender:recipient
  sentDateTime:DateTimeOffset subject:String toRecipients:recipient[] uniqueBody:itemBody
  webLink:String
  -> attachments:attachment[] multiValueExtendedProperties:multiValueLegacyExtendedProperty[]
  singleValueExtendedProperties:singleValueLegacyExtendedProperty[]
entity eventMessage : message
  isDelegated:Boolean isOutOfDate:Boolean meetingMessageType:meetingMessageType
entity eventMessageRequest : eventMessage
  responseRequested:Boolean
entity eventMessageResponse : eventMessage
entity calendar : entity
  allowedOnlineMeetingProviders:onlineMeetingProviderType[] canEdit:Boolean canShare:Boolean
  canViewPrivateItems:Boolean changeKey:String color:calendarColor
  defaultOnlineMeetingProvider:onlineMeetingProviderType hexColor:String isDefaultCalendar:Boolean
  isRemovable:Boolean isTallyingResponses:Boolean name:String owner:emailAddress
  -> calendarView:event[] events:event[]
entity event : outlookItem
  allowNewTimeProposals:Boolean attendees:attendee[] body:itemBody bodyPreview:String
  cancelledOccurrences:String[]! end:dateTimeTimeZone hasAttachments:Boolean hideAttendees:Boolean
  iCalUId:String importance:importance isAllDay:Boolean isCancelled:Boolean isDraft:Boolean
  isOnlineMeeting:Boolean isOrganizer:Boolean isReminderOn:Boolean location:location
  locations:location[] onlineMeeting:onlineMeetingInfo
  onlineMeetingProvider:onlineMeetingProviderType onlineMeetingUrl:String organizer:recipient
  originalEndTimeZone:String originalStart:DateTimeOffset originalStartTimeZone:String
  recurrence:patternedRecurrence reminderMinutesBeforeStart:Int32 responseRequested:Boolean
  responseStatus:responseStatus sensitivity:sensitivity seriesMasterId:String showAs:freeBusyStatus
  start:dateTimeTimeZone subject:String transactionId:String type:eventType webLink:String
  -> attachments:attachment[] calendar:calendar exceptionOccurrences:event[] instances:event[]
entity attachment : entity
  contentType:String isInline:Boolean! lastModifiedDateTime:DateTimeOffset name:String size:Int32!
entity fileAttachment : attachment
  contentBytes:Binary contentId:String contentLocation:String
entity itemAttachment : attachment
  -> item:outlookItem
entity referenceAttachment : attachment
entity singleValueLegacyExtendedProperty : entity
  value:String
entity multiValueLegacyExtendedProperty : entity
  value:String[]
complex sizeRange
  maximumSize:Int32 minimumSize:Int32
complex messageRuleActions
  assignCategories:String[] copyToFolder:String delete:Boolean forwardAsAttachmentTo:recipient[]
  forwardTo:recipient[] markAsRead:Boolean markImportance:importance moveToFolder:String
  permanentDelete:Boolean redirectTo:recipient[] stopProcessingRules:Boolean
complex messageRulePredicates
  bodyContains:String[] bodyOrSubjectContains:String[] categories:String[] fromAddresses:recipient[]
  hasAttachments:Boolean headerContains:String[] importance:importance isApprovalRequest:Boolean
  isAutomaticForward:Boolean isAutomaticReply:Boolean isEncrypted:Boolean isMeetingRequest:Boolean
  isMeetingResponse:Boolean isNonDeliveryReport:Boolean isPermissionControlled:Boolean
  isReadReceipt:Boolean isSigned:Boolean isVoicemail:Boolean messageActionFlag:messageActionFlag
  notSentToMe:Boolean recipientContains:String[] senderContains:String[] sensitivity:sensitivity
  sentCcMe:Boolean sentOnlyToMe:Boolean sentToAddresses:recipient[] sentToMe:Boolean
  sentToOrCcMe:Boolean subjectContains:String[] withinSizeRange:sizeRange
complex emailAddress
  address:String name:String
complex recipient
  emailAddress:emailAddress
complex itemBody
  content:String contentType:bodyType
complex internetMessageHeader
  name:String value:String
complex followupFlag
  completedDateTime:dateTimeTimeZone dueDateTime:dateTimeTimeZone flagStatus:followupFlagStatus
  startDateTime:dateTimeTimeZone
complex dateTimeTimeZone
  dateTime:String! timeZone:String
complex timeZoneBase
  name:String
complex workingHours
  daysOfWeek:dayOfWeek[] endTime:TimeOfDay startTime:TimeOfDay timeZone:timeZoneBase
complex attendeeBase : recipient
  type:attendeeType
complex attendee : attendeeBase
  proposedNewTime:timeSlot status:responseStatus
complex timeSlot
  end:dateTimeTimeZone! start:dateTimeTimeZone!
complex responseStatus
  response:responseType time:DateTimeOffset
complex physicalAddress
  city:String countryOrRegion:String postalCode:String state:String street:String
complex outlookGeoCoordinates
  accuracy:Double altitude:Double altitudeAccuracy:Double latitude:Double longitude:Double
complex location
  address:physicalAddress coordinates:outlookGeoCoordinates displayName:String
  locationEmailAddress:String locationType:locationType locationUri:String uniqueId:String
  uniqueIdType:locationUniqueIdType
complex patternedRecurrence
  pattern:recurrencePattern range:recurrenceRange
complex recurrencePattern
  dayOfMonth:Int32! daysOfWeek:dayOfWeek[] firstDayOfWeek:dayOfWeek index:weekIndex interval:Int32!
  month:Int32! type:recurrencePatternType
complex recurrenceRange
  endDate:Date numberOfOccurrences:Int32! recurrenceTimeZone:String startDate:Date
  type:recurrenceRangeType
complex onlineMeetingInfo
  conferenceId:String joinUrl:String phones:phone[] quickDial:String tollFreeNumbers:String[]
  tollNumber:String
complex phone
  language:String number:String region:String type:phoneType
complex scheduleInformation
  availabilityView:String error:freeBusyError scheduleId:String scheduleItems:scheduleItem[]
  workingHours:workingHours
complex scheduleItem
  end:dateTimeTimeZone isPrivate:Boolean location:String start:dateTimeTimeZone status:freeBusyStatus
  subject:String
complex freeBusyError
  message:String responseCode:String
complex mailboxSettings
  archiveFolder:String automaticRepliesSetting:automaticRepliesSetting dateFormat:String
  delegateMeetingMessageDeliveryOptions:delegateMeetingMessageDeliveryOptions language:localeInfo
  timeFormat:String timeZone:String userPurpose:userPurpose workingHours:workingHours
complex automaticRepliesSetting
  externalAudience:externalAudienceScope externalReplyMessage:String internalReplyMessage:String
  scheduledEndDateTime:dateTimeTimeZone scheduledStartDateTime:dateTimeTimeZone
  status:automaticRepliesStatus
complex localeInfo
  displayName:String locale:String
entity outlookUser : entity
  -> masterCategories:outlookCategory[]
entity outlookCategory : entity
  color:categoryColor displayName:String
entity subscription : entity
  applicationId:String changeType:String! clientState:String creatorId:String
  encryptionCertificate:String encryptionCertificateId:String expirationDateTime:DateTimeOffset!
  includeResourceData:Boolean latestSupportedTlsVersion:String lifecycleNotificationUrl:String
  notificationQueryOptions:String notificationUrl:String! notificationUrlAppId:String resource:String!
complex uploadSession
  expirationDateTime:DateTimeOffset nextExpectedRanges:String[] uploadUrl:String
complex attachmentItem
  attachmentType:attachmentType contentId:String contentType:String isInline:Boolean name:String
  size:Int64
complex convertIdResult
  errorDetails:genericError sourceId:String targetId:String
complex genericError
  code:String message:String
complex changeNotification
  changeType:changeType! clientState:String id:String lifecycleEvent:lifecycleEventType
  resource:String! resourceData:resourceData subscriptionExpirationDateTime:DateTimeOffset!
  subscriptionId:Guid! tenantId:Guid!
complex changeNotificationCollection
  validationTokens:String[] value:changeNotification[]!
complex resourceData
action event.accept SendResponse:Boolean Comment:String
action event.cancel Comment:String
action event.decline ProposedNewTime:timeSlot SendResponse:Boolean Comment:String
action event.tentativelyAccept ProposedNewTime:timeSlot SendResponse:Boolean Comment:String
action calendar.getSchedule Schedules:String[] EndTime:dateTimeTimeZone StartTime:dateTimeTimeZone
  AvailabilityViewInterval:Int32
  -> scheduleInformation[]
action mailFolder.copy DestinationId:String
  -> mailFolder
action message.copy DestinationId:String
  -> message
action message.createForward ToRecipients:recipient[] Message:message Comment:String
  -> message
action message.createReply Message:message Comment:String
  -> message
action message.createReplyAll Message:message Comment:String
  -> message
action attachment[].createUploadSession AttachmentItem:attachmentItem
  -> uploadSession
action message.forward ToRecipients:recipient[] Message:message Comment:String
action mailFolder.move DestinationId:String
  -> mailFolder
action message.move DestinationId:String
  -> message
action mailFolder.permanentDelete
action message.permanentDelete
action subscription.reauthorize
action message.reply Message:message Comment:String
action message.replyAll Message:message Comment:String
action message.send
action user.sendMail Message:message SaveToSentItems:Boolean
action user.translateExchangeIds InputIds:String[] TargetIdType:exchangeIdFormat SourceIdType:exchangeIdFormat
  -> convertIdResult[]
function event[].delta
  -> event[]
function mailFolder[].delta
  -> mailFolder[]
function message[].delta
  -> message[]
`

export const graphTable: GraphTable = readGraphTable(table)

const graph = createGraphGate(graphTable)

/**
 * Judges the body of a change notification, which travels from Graph to a webhook. Of `resourceData`, an open type, it
 * looks at what the documentation promises [D]: the metadata declares nothing in it.
 */
export function checkNotification(body: { value: ReadonlyArray<{ resourceData?: object }> }): string[] {
  const value = body.value.map(({ resourceData: _, ...item }) => item)
  const missing = body.value.flatMap(({ resourceData }, at) =>
    ['@odata.type', '@odata.id', '@odata.etag', 'id']
      .filter((name) => resourceData !== undefined && !(name in resourceData))
      .map((name) => `value[${at}].resourceData.${name}: absent`),
  )
  return [...graph.checkShape('changeNotificationCollection', { value }), ...missing]
}

/** The gate of the Graph origin; what lies outside of the API there (`/oidc/userinfo`) the metadata does not know. */
export const graphGate: Gate = {
  checkRequest: (request) => (isApi(request.url) ? graph.checkRequest(request) : []),
  checkReply: (request, status, body) => (isApi(request.url) ? graph.checkReply(request, status, body) : []),
}

function isApi(url: string): boolean {
  return /^\/(v1\.0|beta)(\/|$)/.test(url)
}

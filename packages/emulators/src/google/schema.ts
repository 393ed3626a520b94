import { createGoogleGate, type GoogleGate, type GoogleTable, readGoogleTable } from '../schemas/index.ts'

/**
 * The part of Gmail that is served, condensed from Google's discovery documents (Apache-2.0): methods, parameters,
 * shapes and the scopes of which any one suffices. The notation is that of schemas/table.ts. The envelope of a push
 * follows Pub/Sub's guide, which spells two members twice [D]; its message is that of the document [S].
 */
const table = `
document gmail:v1 revision 20260727
scope compose https://www.googleapis.com/auth/gmail.compose
scope full https://mail.google.com/
scope insert https://www.googleapis.com/auth/gmail.insert
scope labels https://www.googleapis.com/auth/gmail.labels
scope metadata https://www.googleapis.com/auth/gmail.metadata
scope modify https://www.googleapis.com/auth/gmail.modify
scope readonly https://www.googleapis.com/auth/gmail.readonly
scope send https://www.googleapis.com/auth/gmail.send
scope settings.basic https://www.googleapis.com/auth/gmail.settings.basic
everywhere $.xgafv:enum(1|2) access_token:string alt:enum(json|media|proto) callback:string fields:string
  key:string oauth_token:string prettyPrint:boolean quotaUser:string uploadType:string
  upload_protocol:string
GET /gmail/v1/users/{userId}/profile gmail.users.getProfile
  > Profile
  scopes full compose metadata modify readonly
POST /gmail/v1/users/{userId}/stop gmail.users.stop
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/watch gmail.users.watch
  < WatchRequest
  > WatchResponse
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/drafts gmail.users.drafts.create
  + /resumable/upload/gmail/v1/users/{userId}/drafts /upload/gmail/v1/users/{userId}/drafts
  < Draft
  > Draft
  scopes full compose modify
DELETE /gmail/v1/users/{userId}/drafts/{id} gmail.users.drafts.delete
  scopes full compose modify
GET /gmail/v1/users/{userId}/drafts/{id} gmail.users.drafts.get
  ? format:enum(minimal|full|raw|metadata)
  > Draft
  scopes full compose modify readonly
GET /gmail/v1/users/{userId}/drafts gmail.users.drafts.list
  ? includeSpamTrash:boolean maxResults:uint32 pageToken:string q:string
  > ListDraftsResponse
  scopes full compose modify readonly
POST /gmail/v1/users/{userId}/drafts/send gmail.users.drafts.send
  + /resumable/upload/gmail/v1/users/{userId}/drafts/send /upload/gmail/v1/users/{userId}/drafts/send
  < Draft
  > Message
  scopes full compose modify
PUT /gmail/v1/users/{userId}/drafts/{id} gmail.users.drafts.update
  + /resumable/upload/gmail/v1/users/{userId}/drafts/{id} /upload/gmail/v1/users/{userId}/drafts/{id}
  < Draft
  > Draft
  scopes full compose modify
GET /gmail/v1/users/{userId}/history gmail.users.history.list
  ? historyTypes:enum(messageAdded|messageDeleted|labelAdded|labelRemoved)[] labelId:string
    maxResults:uint32 pageToken:string startHistoryId:uint64
  > ListHistoryResponse
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/labels gmail.users.labels.create
  < Label
  > Label
  scopes full labels modify
DELETE /gmail/v1/users/{userId}/labels/{id} gmail.users.labels.delete
  scopes full labels modify
GET /gmail/v1/users/{userId}/labels/{id} gmail.users.labels.get
  > Label
  scopes full labels metadata modify readonly
GET /gmail/v1/users/{userId}/labels gmail.users.labels.list
  > ListLabelsResponse
  scopes full labels metadata modify readonly
PATCH /gmail/v1/users/{userId}/labels/{id} gmail.users.labels.patch
  < Label
  > Label
  scopes full labels modify
PUT /gmail/v1/users/{userId}/labels/{id} gmail.users.labels.update
  < Label
  > Label
  scopes full labels modify
POST /gmail/v1/users/{userId}/messages/batchDelete gmail.users.messages.batchDelete
  < BatchDeleteMessagesRequest
  scopes full
POST /gmail/v1/users/{userId}/messages/batchModify gmail.users.messages.batchModify
  < BatchModifyMessagesRequest
  scopes full modify
DELETE /gmail/v1/users/{userId}/messages/{id} gmail.users.messages.delete
  scopes full
GET /gmail/v1/users/{userId}/messages/{id} gmail.users.messages.get
  ? format:enum(minimal|full|raw|metadata) metadataHeaders:string[]
  > Message
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/messages/import gmail.users.messages.import
  ? deleted:boolean internalDateSource:enum(receivedTime|dateHeader) neverMarkSpam:boolean
    processForCalendar:boolean
  + /resumable/upload/gmail/v1/users/{userId}/messages/import /upload/gmail/v1/users/{userId}/messages/import
  < Message
  > Message
  scopes full insert modify
POST /gmail/v1/users/{userId}/messages gmail.users.messages.insert
  ? deleted:boolean internalDateSource:enum(receivedTime|dateHeader)
  + /resumable/upload/gmail/v1/users/{userId}/messages /upload/gmail/v1/users/{userId}/messages
  < Message
  > Message
  scopes full insert modify
GET /gmail/v1/users/{userId}/messages gmail.users.messages.list
  ? includeSpamTrash:boolean labelIds:string[] maxResults:uint32 pageToken:string q:string
  > ListMessagesResponse
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/messages/{id}/modify gmail.users.messages.modify
  < ModifyMessageRequest
  > Message
  scopes full modify
POST /gmail/v1/users/{userId}/messages/send gmail.users.messages.send
  + /resumable/upload/gmail/v1/users/{userId}/messages/send /upload/gmail/v1/users/{userId}/messages/send
  < Message
  > Message
  scopes full compose modify send
POST /gmail/v1/users/{userId}/messages/{id}/trash gmail.users.messages.trash
  > Message
  scopes full modify
POST /gmail/v1/users/{userId}/messages/{id}/untrash gmail.users.messages.untrash
  > Message
  scopes full modify
GET /gmail/v1/users/{userId}/messages/{messageId}/attachments/{id} gmail.users.messages.attachments.get
  > MessagePartBody
  scopes full modify readonly
POST /gmail/v1/users/{userId}/settings/filters gmail.users.settings.filters.create
  < Filter
  > Filter
  scopes settings.basic
DELETE /gmail/v1/users/{userId}/settings/filters/{id} gmail.users.settings.filters.delete
  scopes settings.basic
GET /gmail/v1/users/{userId}/settings/filters/{id} gmail.users.settings.filters.get
  > Filter
  scopes full modify readonly settings.basic
GET /gmail/v1/users/{userId}/settings/filters gmail.users.settings.filters.list
  > ListFiltersResponse
  scopes full modify readonly settings.basic
GET /gmail/v1/users/{userId}/settings/vacation gmail.users.settings.getVacation
  > VacationSettings
  scopes full modify readonly settings.basic
PUT /gmail/v1/users/{userId}/settings/vacation gmail.users.settings.updateVacation
  < VacationSettings
  > VacationSettings
  scopes settings.basic
GET /gmail/v1/users/{userId}/settings/sendAs/{sendAsEmail} gmail.users.settings.sendAs.get
  > SendAs
  scopes full modify readonly settings.basic
GET /gmail/v1/users/{userId}/settings/sendAs gmail.users.settings.sendAs.list
  > ListSendAsResponse
  scopes full modify readonly settings.basic
DELETE /gmail/v1/users/{userId}/threads/{id} gmail.users.threads.delete
  scopes full
GET /gmail/v1/users/{userId}/threads/{id} gmail.users.threads.get
  ? format:enum(full|metadata|minimal) metadataHeaders:string[]
  > Thread
  scopes full metadata modify readonly
GET /gmail/v1/users/{userId}/threads gmail.users.threads.list
  ? includeSpamTrash:boolean labelIds:string[] maxResults:uint32 pageToken:string q:string
  > ListThreadsResponse
  scopes full metadata modify readonly
POST /gmail/v1/users/{userId}/threads/{id}/modify gmail.users.threads.modify
  < ModifyThreadRequest
  > Thread
  scopes full modify
POST /gmail/v1/users/{userId}/threads/{id}/trash gmail.users.threads.trash
  > Thread
  scopes full modify
POST /gmail/v1/users/{userId}/threads/{id}/untrash gmail.users.threads.untrash
  > Thread
  scopes full modify
shape Profile
  emailAddress:string historyId:uint64 messagesTotal:int32 threadsTotal:int32
shape WatchRequest
  labelFilterAction:enum(include|exclude) labelFilterBehavior:enum(include|exclude) labelIds:string[]
  topicName:string
shape WatchResponse
  expiration:int64 historyId:uint64
shape Draft
  id:string@gmail.users.drafts.send message:Message
shape ListDraftsResponse
  drafts:Draft[] nextPageToken:string resultSizeEstimate:uint32
shape Message
  classificationLabelValues:ClassificationLabelValue[] historyId:uint64 id:string internalDate:int64
  labelIds:string[] payload:MessagePart raw:byte@gmail.users.messages.insert,gmail.users.messages.send
  sizeEstimate:int32 snippet:string threadId:string
shape ListHistoryResponse
  history:History[] historyId:uint64 nextPageToken:string
shape Label
  color:LabelColor id:string@gmail.users.labels.update
  labelListVisibility:enum(labelShow|labelShowIfUnread|labelHide)@gmail.users.labels.create,gmail.users.labels.update
  messageListVisibility:enum(show|hide)@gmail.users.labels.create,gmail.users.labels.update
  messagesTotal:int32 messagesUnread:int32 name:string@gmail.users.labels.create,gmail.users.labels.update
  threadsTotal:int32 threadsUnread:int32 type:enum(system|user)
shape ListLabelsResponse
  labels:Label[]
shape BatchDeleteMessagesRequest
  ids:string[]
shape BatchModifyMessagesRequest
  addClassificationLabels:ClassificationLabelValue[] addLabelIds:string[] ids:string[]
  removeClassificationLabelIds:string[] removeLabelIds:string[]
shape ListMessagesResponse
  messages:Message[] nextPageToken:string resultSizeEstimate:uint32
shape ModifyMessageRequest
  addClassificationLabels:ClassificationLabelValue[] addLabelIds:string[]
  removeClassificationLabelIds:string[] removeLabelIds:string[]
shape MessagePartBody
  attachmentId:string data:byte size:int32
shape SendAs
  displayName:string isDefault:boolean isPrimary:boolean replyToAddress:string sendAsEmail:string
  signature:string smtpMsa:SmtpMsa treatAsAlias:boolean
  verificationStatus:enum(verificationStatusUnspecified|accepted|pending)
shape ListSendAsResponse
  sendAs:SendAs[]
shape VacationSettings
  enableAutoReply:boolean endTime:int64 responseBodyHtml:string responseBodyPlainText:string
  responseSubject:string restrictToContacts:boolean restrictToDomain:boolean startTime:int64
shape Filter
  action:FilterAction criteria:FilterCriteria id:string
shape FilterAction
  addLabelIds:string[] forward:string removeLabelIds:string[]
shape FilterCriteria
  excludeChats:boolean from:string hasAttachment:boolean negatedQuery:string query:string size:int32
  sizeComparison:enum(unspecified|smaller|larger) subject:string to:string
shape ListFiltersResponse
  filter:Filter[]
shape Thread
  historyId:uint64 id:string messages:Message[] snippet:string
shape ListThreadsResponse
  nextPageToken:string resultSizeEstimate:uint32 threads:Thread[]
shape ModifyThreadRequest
  addLabelIds:string[] removeLabelIds:string[]
shape ClassificationLabelValue
  fields:ClassificationLabelFieldValue[] labelId:string
shape MessagePart
  body:MessagePartBody filename:string headers:MessagePartHeader[] mimeType:string partId:string
  parts:MessagePart[]
shape History
  id:uint64 labelsAdded:HistoryLabelAdded[] labelsRemoved:HistoryLabelRemoved[] messages:Message[]
  messagesAdded:HistoryMessageAdded[] messagesDeleted:HistoryMessageDeleted[]
shape LabelColor
  backgroundColor:string textColor:string
shape SmtpMsa
  host:string password:string port:int32 securityMode:enum(securityModeUnspecified|none|ssl|starttls)
  username:string
shape ClassificationLabelFieldValue
  fieldId:string selection:string
shape MessagePartHeader
  name:string value:string
shape HistoryLabelAdded
  labelIds:string[] message:Message
shape HistoryLabelRemoved
  labelIds:string[] message:Message
shape HistoryMessageAdded
  message:Message
shape HistoryMessageDeleted
  message:Message
document pubsub:v1 revision 20260915
shape PushEnvelope
  message:PushedMessage subscription:string deliveryAttempt:int32
shape PushedMessage
  attributes:{string} data:byte messageId:string message_id:string orderingKey:string
  publishTime:date-time publish_time:date-time
`

/** Read once: the table is the same for every run. */
export const googleTable: GoogleTable = readGoogleTable(table)

export const googleGate: GoogleGate = createGoogleGate(googleTable)

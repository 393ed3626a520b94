import { headerProperty } from './header-property.ts'

/** Properties the stored summary carries (RFC 8621 §4.1.2, §4.1.3); written once by mail-format. */
export const summaryProperties = [
  'messageId',
  'inReplyTo',
  'references',
  'sender',
  'from',
  'to',
  'cc',
  'bcc',
  'replyTo',
  'subject',
  'sentAt',
  'hasAttachment',
  'preview',
] as const

export const rowProperties = [
  'id',
  'blobId',
  'threadId',
  'mailboxIds',
  'keywords',
  'size',
  'receivedAt',
] as const

export const bodyProperties = ['bodyStructure', 'textBody', 'htmlBody', 'attachments', 'bodyValues'] as const

/** Properties that Email/get returns when `properties` is not given (RFC 8621 §4.2). */
export const defaultProperties: readonly string[] = [
  ...rowProperties,
  ...summaryProperties,
  'bodyValues',
  'textBody',
  'htmlBody',
  'attachments',
]

const emailProperties: readonly string[] = [
  ...rowProperties,
  ...summaryProperties,
  ...bodyProperties,
  'headers',
]

export const isEmailProperty = (name: string): boolean =>
  emailProperties.includes(name) || headerProperty(name) !== undefined

/** Properties that Email/parse returns when `properties` is not given (RFC 8621 §4.9). */
export const defaultParsedProperties: readonly string[] = [
  ...summaryProperties,
  'bodyValues',
  'textBody',
  'htmlBody',
  'attachments',
]

/** Properties of a body part when `bodyProperties` is not given. */
export const defaultPartProperties: readonly string[] = [
  'partId',
  'blobId',
  'size',
  'name',
  'type',
  'charset',
  'disposition',
  'cid',
  'language',
  'location',
]

export const partProperties: readonly string[] = [...defaultPartProperties, 'subParts', 'headers']

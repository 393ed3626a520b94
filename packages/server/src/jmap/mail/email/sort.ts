import type { EmailSort } from '../../../mail/index.ts'
import { invalid } from '../../engine/arguments.ts'
import { collationAlgorithms, type Comparator, readComparators } from '../../engine/query.ts'

/** Sort properties of Email/query (RFC 8621 §4.4.2); announced in the session. */
export const emailSortOptions = [
  ...(['receivedAt', 'sentAt', 'size', 'from', 'to', 'subject'] as const),
  ...(['hasKeyword', 'allInThreadHaveKeyword', 'someInThreadHaveKeyword'] as const),
] as const

type Option = (typeof emailSortOptions)[number]

export function readEmailSort(value: unknown): EmailSort[] {
  return readComparators(value, emailSortOptions, collationAlgorithms).map(toStep)
}

const plain = {
  receivedAt: 'received',
  sentAt: 'sent',
  size: 'size',
} as const

const ofText = {
  from: 'from',
  to: 'to',
  subject: 'subject',
} as const

const ofKeyword = {
  hasKeyword: 'message',
  allInThreadHaveKeyword: 'all-in-thread',
  someInThreadHaveKeyword: 'some-in-thread',
} as const

function toStep({ property, isAscending, json }: Comparator<Option>): EmailSort {
  if (isPlain(property)) return { by: plain[property], isAscending }
  const { keyword, collation } = json
  if (isText(property)) {
    const isAscii = collation === 'i;ascii-casemap'
    return { by: ofText[property], isAscending, ...(isAscii ? { collation: 'ascii-casemap' as const } : {}) }
  }
  if (typeof keyword !== 'string') throw invalid('sort', `${property} with a keyword`)
  const of = ofKeyword[property]
  return { by: 'keyword', keyword: keyword.toLowerCase().replaceAll('\0', ''), of, isAscending }
}

const isPlain = (property: Option): property is keyof typeof plain => Object.hasOwn(plain, property)
const isText = (property: Option): property is keyof typeof ofText => Object.hasOwn(ofText, property)

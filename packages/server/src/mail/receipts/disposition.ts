/** Values of a disposition, in the words of RFC 9007 §2, which are those of RFC 8098 §3.2.6 in lower case. */
const dispositionWords = {
  actionMode: ['manual-action', 'automatic-action'],
  sendingMode: ['mdn-sent-manually', 'mdn-sent-automatically'],
  type: ['deleted', 'dispatched', 'displayed', 'processed'],
} as const

type Words = typeof dispositionWords
export type Disposition = { [Property in keyof Words]: Words[Property][number] }

/** Marks a message whose receipt was sent (RFC 8098 §2.1), in lower case as JMAP has keywords. */
export const sentKeyword = '$mdnsent'

/** Three strings as a disposition; undefined unless each is one of the words for it. */
export function parseDisposition(fields: {
  [Property in keyof Disposition]: unknown
}): Disposition | undefined {
  const actionMode = dispositionWords.actionMode.find((word) => word === fields.actionMode)
  const sendingMode = dispositionWords.sendingMode.find((word) => word === fields.sendingMode)
  const type = dispositionWords.type.find((word) => word === fields.type)
  return actionMode && sendingMode && type ? { actionMode, sendingMode, type } : undefined
}

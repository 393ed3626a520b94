import { type DraftPart, plainPart } from './draft.ts'

/** A body by its parts' purposes, as textBody, htmlBody and attachments give it (RFC 8621 §4.6). */
export interface BodyByPurpose {
  text: DraftPart | undefined
  html: DraftPart | undefined
  attachments: readonly DraftPart[]
}

/**
 * The tree every reader understands: mixed [ alternative [ text, related [ html, pictures of it ] ], attachments ],
 * each level only where it has something to hold.
 */
export function arrangeBody({ text, html, attachments }: BodyByPurpose): DraftPart {
  const isShownInText = (part: DraftPart) => part.cid !== null && part.disposition !== 'attachment'
  const main = html ?? text
  const shown = main ? attachments.filter(isShownInText) : []
  const rest = attachments.filter((part) => !shown.includes(part)).map(asAttachment)
  const related = main && shown.length > 0 ? relatedPart(main, shown) : main
  const body = text && html && related ? multipart('alternative', [text, related]) : related
  if (rest.length > 0) return multipart('mixed', body ? [body, ...rest] : rest)
  return body ?? plainPart('text/plain', { kind: 'text', text: '' })
}

const multipart = (subtype: string, parts: readonly DraftPart[]): DraftPart =>
  plainPart(`multipart/${subtype}`, { kind: 'parts', parts })

/** RFC 2387 §3.1: the type of the root is told in front. */
function relatedPart(root: DraftPart, shown: readonly DraftPart[]): DraftPart {
  return { ...multipart('related', [root, ...shown]), parameters: [['type', root.type]] }
}

/** Without a disposition a text or picture would be read as part of the body. */
function asAttachment(part: DraftPart): DraftPart {
  const isSaid = part.fields.some((field) => field.name.toLowerCase() === 'content-disposition')
  return part.disposition === null && !isSaid ? { ...part, disposition: 'attachment' } : part
}

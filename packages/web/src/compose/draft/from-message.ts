import type { EmailAddress, EmailBodyPart, EmailSource } from '@plmail/wire'
import { composeWords } from '../../words/compose.ts'
import { fileNameOf } from '../../words/file-names.ts'
import { nameOf } from '../../words/index.ts'
import { escaped, htmlOfText, quoteClass, sanitised, textOfHtml } from '../editor/index.ts'
import { answerTo, senderFor, senderOfDraft, threadHeaders } from './answer.ts'
import type { DraftFile } from './message.ts'
import { unique, writeRecipient } from './recipients.ts'
import { blankDraft, emptyLine, type DraftStart, type StartParts } from './start.ts'
import { forwardSubject, replySubject } from './subject.ts'

export function answerDraft(
  kind: 'reply' | 'reply-all',
  accountId: string,
  source: EmailSource,
  parts: StartParts,
): DraftStart | undefined {
  const sender = senderFor(accountId, source, parts.senders)
  if (!sender) return undefined
  const { to, cc } = answerTo(source, kind === 'reply-all', parts.own)
  const at = parts.full(new Date(source.sentAt ?? source.receivedAt))
  const who = source.from?.[0] ? nameOf(source.from[0]) : composeWords.somebody
  const quote = quoted(textsOf(source), composeWords.attribution({ at, who }))
  const start = blankDraft(sender, to)
  return {
    ...start,
    fields: {
      ...start.fields,
      cc,
      subject: replySubject(source.subject),
      files: picturesIn(source.attachments, quote, accountId),
      thread: threadHeaders(source),
    },
    body: { html: `${'html' in start.body ? start.body.html : ''}${emptyLine}${quote}` },
    about: { accountId, emailId: source.id, keyword: '$answered' },
  }
}

export function forwardDraft(
  accountId: string,
  source: EmailSource,
  parts: StartParts,
): DraftStart | undefined {
  const sender = senderFor(accountId, source, parts.senders)
  if (!sender) return undefined
  const texts = textsOf(source)
  const start = blankDraft(sender)
  const quote = forwarded(source, texts, parts.full)
  const whole: DraftFile[] = texts.isWhole ? [] : [wholeMessage(accountId, source)]
  return {
    ...start,
    fields: {
      ...start.fields,
      subject: forwardSubject(source.subject),
      files: [...whole, ...source.attachments.flatMap((part, n) => fileOf(part, n + 1, accountId, quote))],
      thread: threadHeaders(source) && { inReplyTo: [], references: threadHeaders(source)?.references ?? [] },
    },
    body: { html: `${'html' in start.body ? start.body.html : ''}${emptyLine}${quote}` },
    about: { accountId, emailId: source.id, keyword: '$forwarded' },
    notice: texts.isWhole ? undefined : composeWords.forwardedWhole,
  }
}

/** A draft as it was left, in this or another mail client. */
export function resumedDraft(
  accountId: string,
  source: EmailSource,
  parts: StartParts,
): DraftStart | undefined {
  const sender = senderOfDraft(accountId, source, parts.senders)
  if (!sender) return undefined
  const { html, text } = textsOf(source)
  const isPlain = html === undefined
  return {
    fields: {
      sender,
      to: unique(source.to ?? []),
      cc: unique(source.cc ?? []),
      bcc: unique(source.bcc ?? []),
      subject: source.subject ?? '',
      files: source.attachments.flatMap((part, n) => fileOf(part, n + 1, accountId, html ?? '')),
      thread:
        source.inReplyTo || source.references
          ? { inReplyTo: source.inReplyTo ?? [], references: source.references ?? [] }
          : undefined,
      asksReceipt: source['header:Disposition-Notification-To:asAddresses'] !== null,
    },
    body: isPlain ? { text } : { html },
    draft: { accountId, emailId: source.id },
    about: undefined,
    notice: undefined,
  }
}

interface Texts {
  /** Undefined if the message has plain text only. */
  html: string | undefined
  text: string
  /** False if a part was too long to be fetched whole. */
  isWhole: boolean
}

function textsOf({ htmlBody, textBody, bodyValues }: EmailSource): Texts {
  const of = (parts: readonly EmailBodyPart[], type: string) =>
    parts.filter((part) => part.type === type).flatMap(({ partId }) => bodyValues[partId ?? ''] ?? [])
  const html = of(htmlBody, 'text/html')
  const text = of(textBody, 'text/plain')
  const isWhole = ![...html, ...text].some(({ isTruncated }) => isTruncated)
  const written = html.map(({ value }) => value).join('')
  return {
    html: html.length > 0 ? written : undefined,
    text: text.length > 0 ? text.map(({ value }) => value).join('\n') : textOfHtml(written),
    isWhole,
  }
}

/** Returns the text to quote, sanitised; plain text as lines. */
function quotable({ html, text, isWhole }: Texts): string {
  return html !== undefined && isWhole ? sanitised(html) : htmlOfText(text)
}

function quoted(texts: Texts, attribution: string): string {
  const style = 'margin:0 0 0 .8ex;border-left:2px solid #ccc;padding-left:1ex'
  return `<div class="${quoteClass}"><div>${escaped(attribution)}</div><blockquote type="cite" style="${style}">${quotable(texts)}</blockquote></div>`
}

function forwarded(source: EmailSource, texts: Texts, full: (at: Date) => string): string {
  const words = composeWords.forwardHeader
  const people = (list: EmailAddress[] | null): string => (list ?? []).map(writeRecipient).join(', ')
  const lines: [string, string][] = [
    [words.from, people(source.from)],
    [words.date, full(new Date(source.sentAt ?? source.receivedAt))],
    [words.subject, source.subject ?? ''],
    [words.to, people(source.to)],
    [words.cc, people(source.cc)],
  ]
  const header = lines
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<div>${escaped(`${name}: ${value}`)}</div>`)
    .join('')
  return `<div class="${quoteClass}"><div>---------- ${escaped(words.title)} ----------</div>${header}${emptyLine}<div>${quotable(texts)}</div></div>`
}

/** A part as a file of the message: a picture of the quote stays one, everything else is attached. */
function fileOf(part: EmailBodyPart, id: number, accountId: string, html: string): DraftFile[] {
  if (part.blobId === null) return []
  const isInText = part.cid !== null && html.includes(`cid:${part.cid}`)
  return [
    {
      id,
      name: fileNameOf(part),
      type: part.type,
      size: part.size,
      cid: isInText ? (part.cid ?? undefined) : undefined,
      blob: { accountId, blobId: part.blobId },
      state: 'kept',
      progress: 1,
    },
  ]
}

function picturesIn(parts: readonly EmailBodyPart[], html: string, accountId: string): DraftFile[] {
  return parts
    .flatMap((part, n) => fileOf(part, n + 1, accountId, html))
    .filter(({ cid }) => cid !== undefined)
}

function wholeMessage(accountId: string, { blobId, size, subject }: EmailSource): DraftFile {
  const name = `${(subject ?? '').replace(/[^\p{L}\p{N} _-]/gu, '').trim() || 'message'}.eml`
  return {
    id: 0,
    name,
    type: 'message/rfc822',
    size,
    cid: undefined,
    blob: { accountId, blobId },
    state: 'kept',
    progress: 1,
  }
}

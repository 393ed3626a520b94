import type { Email, EmailBodyPart, EmailSource, RenderedBody } from '@plmail/wire'
import type { App } from '../../commands/index.ts'
import { textOfHtml } from '../editor/index.ts'

/**
 * Makes the source of an answer or a forward while the server cannot be reached: of the message and its body as this
 * device shows them. Undefined where the device has no body of it.
 */
export async function sourceOnDevice(
  { store, reading }: Pick<App['records'], 'store' | 'reading'>,
  accountId: string,
  emailId: string,
): Promise<EmailSource | undefined> {
  const email = store.email(accountId, emailId)
  const body = email && (await reading.body({ accountId, emailId, images: 'blocked', prefersDark: false }))
  if (!email?.attachments || !body || body.problem) return undefined
  return sourceFrom(email, body)
}

export function sourceFrom(email: Email, body: RenderedBody): EmailSource {
  const html = htmlOf(body.srcdoc)
  return {
    id: email.id,
    threadId: email.threadId,
    blobId: '',
    size: email.size,
    mailboxIds: email.mailboxIds,
    keywords: email.keywords,
    subject: email.subject,
    messageId: email.messageId ?? null,
    inReplyTo: email.inReplyTo ?? null,
    references: email.references ?? null,
    from: email.from,
    to: email.to,
    cc: email.cc ?? null,
    bcc: email.bcc ?? null,
    replyTo: email.replyTo ?? null,
    sentAt: email.sentAt ?? null,
    receivedAt: email.receivedAt,
    textBody: [partOf('text', 'text/plain')],
    htmlBody: body.isPlainText ? [] : [partOf('html', 'text/html')],
    attachments: email.attachments ?? [],
    bodyValues: { text: valueOf(textOfHtml(html)), html: valueOf(html) },
    'header:Mail-Followup-To:asAddresses': null,
    'header:Disposition-Notification-To:asAddresses': null,
    'header:Delivered-To:asAddresses:all': null,
  }
}

const partOf = (partId: string, type: string): EmailBodyPart => ({
  partId,
  type,
  blobId: null,
  size: 0,
  name: null,
  disposition: null,
  cid: null,
})

const valueOf = (value: string) => ({ value, isTruncated: false, isEncodingProblem: false })

/** The message in its frame's document, as it was before it was drawn: quotes unfolded, pictures where they came from. */
function htmlOf(srcdoc: string): string {
  const box = new DOMParser().parseFromString(srcdoc, 'text/html').querySelector('plmail-body')
  if (!box) return ''
  for (const summary of box.querySelectorAll('details.plmail-quote > summary')) summary.remove()
  for (const fold of box.querySelectorAll('details.plmail-quote')) fold.replaceWith(...fold.childNodes)
  for (const picture of box.querySelectorAll('img')) {
    const address = parkedAddress(picture.getAttribute('data-plmail-src'))
    if (address !== undefined) picture.setAttribute('src', address)
    // The bytes of a picture inside the message are not at hand: nothing better than its description.
    else picture.replaceWith(picture.alt)
  }
  return box.innerHTML
}

/** Reads the address of a remote picture out of that of the server's proxy (safety/images/signed-url.ts). */
function parkedAddress(parked: string | null): string | undefined {
  const encoded = /[?&]u=([\w-]+)/.exec(parked ?? '')?.[1]
  if (encoded === undefined) return undefined
  const bytes = Uint8Array.from(atob(encoded.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
    char.charCodeAt(0),
  )
  const address = new TextDecoder().decode(bytes)
  return address.startsWith('https:') ? address : undefined
}

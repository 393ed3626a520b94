import type { Authentication, SenderWarning } from '@plmail/wire'
import { counted } from '../numbers.ts'

/** Texts around a message: warnings, pictures, files, facts. */
export const thread = {
  showImages: (n: number) => `Show ${counted(n, 'image', 'images')}`,
  imagesBlocked: 'Images from the internet are not loaded.',
  warning: ({ kind, claimed, actual }: SenderWarning) =>
    kind === 'domainInName'
      ? `The name says ${claimed}, but this came from ${actual}.`
      : `The name says “${claimed}”, but this came from ${actual}, which may have nothing to do with it.`,
  menu: 'More about this message',
  earlier: (n: number) => counted(n, 'earlier message', 'earlier messages'),
  draft: { title: 'Draft', edit: 'Edit', discard: 'Discard', discarded: 'Draft discarded' },
  damaged:
    'The copy of this message on this server is damaged. plMail is fetching it from your mail provider again. Open the message again in a few minutes.',
  print: 'Print',
  original: 'Show original',
  saveMessage: 'Download message (.eml)',
  details: 'Details and headers',
  notRendered: 'This message cannot be shown right now.',
  download: 'Download',
  downloadFailed: (name: string) => `${name} could not be downloaded.`,
  darkColours: 'Dark colours',
  ownColours: 'Original colours',
  fixedWidth: 'Fixed-width letters',
  proportional: 'Proportional letters',
  always: (who: string) => `Always show from ${who}`,
  trusted: (who: string) => `Images from ${who} are shown from now on`,
  notTrusted: 'That could not be saved. Try again.',
  picturesFailed: (n: number) => `${counted(n, 'image', 'images')} could not be loaded.`,
  spam: 'This message is in Spam. Its images stay blocked, whoever sent it. Do not follow its links.',
  linkWarning: (says: string) => `The text says ${says}, but this leads to`,
  leadsTo: 'Leads to',
  authentication: {
    title: 'Is the sender genuine?',
    none: 'No mail server says whether the sender is who they claim to be.',
    by: (by: string, isBelieved: boolean) =>
      isBelieved
        ? `According to ${by}, the mail server of this mailbox:`
        : `According to ${by}, which anybody could have written:`,
    signed: (domains: string) => `Signed by ${domains}.`,
    verdict: ({ spf, dkim, dmarc }: Authentication) => [
      ...(dmarc ? [`${dmarcSays(dmarc)} (DMARC: ${dmarc}).`] : []),
      ...(dkim ? [`${dkimSays(dkim)} (DKIM: ${dkim}).`] : []),
      ...(spf ? [`${spfSays(spf)} (SPF: ${spf}).`] : []),
    ],
  },
  field: {
    from: 'From',
    replyTo: 'Reply to',
    to: 'To',
    cc: 'Cc',
    bcc: 'Bcc',
    subject: 'Subject',
    sent: 'Sent',
    received: 'Received',
    size: 'Size',
  },
  allHeaders: 'All headers',
  copyHeaders: 'Copy headers',
  copied: 'Copied',
  notLoaded: 'This cannot be shown right now.',
  files: {
    /** Names for parts without a name. */
    unnamed: {
      event: 'event.ics',
      contact: 'contact.vcf',
      message: 'message.eml',
      picture: 'picture',
      other: 'file',
    },
    all: 'Download all',
    open: 'Open',
    next: 'Next attachment',
    previous: 'Previous attachment',
    place: (at: number, of: number) => `${at} of ${of}`,
    zoomIn: 'Actual size',
    zoomOut: 'Fit to window',
    none: 'There is no preview of this file.',
    clipped: 'Only the beginning is shown. Download the file to read all of it.',
    message: (subject: string) => `Attached message: ${subject}`,
    page: (at: number, of: number, name: string) => `${name}, page ${at} of ${of}`,
    firstPages: (n: number, of: number) =>
      `The first ${n} of ${of} pages. Download the file to see all of it.`,
    asText: 'Show as text',
    noText: 'There is no text in this document that can be read.',
  },
  event: {
    when: 'When',
    where: 'Where',
    organizer: 'Organiser',
    people: 'Invited',
    repeats: 'Repeats',
    cancelled: 'Cancelled',
    noTitle: '(no title)',
  },
  trust: {
    title: 'Reading',
    darken: 'Message colours in a dark theme',
    darkenOptions: {
      simple: 'Dark, except designed messages',
      all: 'Always dark',
      never: 'Original colours',
    },
    darkenHint: 'You can switch each message in its menu.',
    senders: 'Senders whose images are always shown',
    intro:
      'Images from the internet tell their sender that you are reading. For these senders they load without being asked for, except in Spam.',
    none: 'None. Choose “Always show” above a message to add its sender.',
    remove: (address: string) => `Stop showing images from ${address}`,
    removed: (address: string) => `Images from ${address} are blocked again`,
    back: (address: string) => `Images from ${address} are shown again`,
  },
}

function dmarcSays(result: string): string {
  if (result === 'pass') return 'The sender’s domain stands behind this message'
  if (result === 'none') return 'The sender’s domain does not say whether it stands behind this message'
  return 'The sender’s domain does not stand behind this message'
}

function dkimSays(result: string): string {
  if (result === 'pass') return 'The signature is genuine'
  return result === 'none' ? 'Nobody has signed this message' : 'The signature does not hold'
}

function spfSays(result: string): string {
  if (result === 'pass') return 'The sending server may send for that domain'
  if (result === 'none' || result === 'neutral')
    return 'The domain does not say which servers may send for it'
  return 'The sending server may not send for that domain'
}

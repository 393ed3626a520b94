import { dice, named } from '../dice.ts'
import { escapeHtml } from '../write/encode.ts'
import type { StoryMessage, StoryPerson } from '../write/story-message.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

/** A one-time code. */
export function code(place: StoryPlace, turn: number): StoryItem {
  const d = dice(place.seed, 'code', place.index)
  const names = ['Nordbank', 'Studio Cloud', 'Kornmarket', 'City of Nordhafen']
  const name = names[turn % names.length] ?? 'Nordbank'
  const digits = String(100_000 + d.below(900_000))
  return notice(place, sender(name), `${digits} is your ${name} code`, [
    `Your code is ${digits}.`,
    'It is valid for ten minutes. Nobody from our side will ever ask you for it.',
  ])
}

/** A sign-in from a device that was not known. */
export function securityAlert(place: StoryPlace, turn: number): StoryItem {
  const names = ['Studio Cloud', 'Nordbank', 'Harbour ID']
  const name = names[turn % names.length] ?? 'Harbour ID'
  const device = ['Firefox on Linux', 'an iPhone', 'Chrome on Windows'][turn % 3] ?? 'a new device'
  return notice(place, sender(name), `New sign-in to your ${name} account`, [
    `There was a sign-in from ${device} near Nordhafen on ${place.receivedAt.toISOString().slice(0, 16).replace('T', ' at ')}.`,
    'If that was you, there is nothing to do. If not, change your password and look at the list of devices.',
  ])
}

/** Somebody said something about a file. */
export function comment(place: StoryPlace, turn: number): StoryItem {
  const d = dice(place.seed, 'comment', turn)
  const who = d.pick(['Aisha', 'Tomás', 'Greta', 'Ben', 'Yuki', 'Elin', 'Mikael'])
  const file = d.pick([
    'section-a-a.pdf',
    'guests.xlsx',
    'model-03.skp',
    'packing list',
    'window-1-5.pdf',
    'songs',
  ])
  const words = d.pick([
    'Is this the latest one?',
    'I moved it two centimetres to the left. You will not notice.',
    'Lovely. Nothing to add.',
    'Page 3 is upside down, or I am.',
    'Can we keep this version, please?',
  ])
  return notice(place, sender('Studio Cloud'), `${who} commented on ${file}`, [
    `${who} wrote about ${file}:`,
    `“${words}”`,
    'Answer in Studio Cloud, or simply reply to this message.',
  ])
}

/** Somebody who pretends: a name that is not his, a host that is nearly right, and no signature that holds. */
export function phishing(place: StoryPlace, turn: number): StoryItem {
  const baits = [
    [
      'Nordbank Security',
      'alert@nordbank-verify.example',
      'Your account will be closed within 24 hours',
      'https://nordbank.example.login-check.example/',
    ],
    [
      'Parcel Service Ltd',
      'delivery@parce1-tracking.example',
      'Your parcel could not be delivered (€ 1.99 due)',
      'https://parce1-tracking.example/pay',
    ],
    [
      'IT Helpdesk',
      'helpdesk@larkfie1d.example',
      'Mailbox is full: confirm your password',
      'https://larkfie1d.example/owa',
    ],
  ] as const
  const [name, email, subject, link] = baits[turn % baits.length] ?? baits[0]
  const text = `Dear customer,\n\nwe noticed unusual activity. Please confirm your details now to keep your access.\n\n${link}\n\nThis message was sent automatically.`
  return {
    to: turn % 2 === 0 ? 'junk' : 'inbox',
    message: () => ({
      from: { name, email },
      to: [{ name: '', email: place.owner.email }],
      subject,
      date: place.receivedAt,
      id: `${named(place.seed, 'bait', place.index)}@bulk-sender.example`,
      headers: [
        [
          'Authentication-Results',
          `mx.example; spf=softfail smtp.mailfrom=bulk-sender.example;\r\n dkim=fail header.d=${email.split('@')[1] ?? ''}; dmarc=fail (p=reject)`,
        ],
        ['Reply-To', 'claims.office@freemailer.example'],
      ],
      text,
      html: `<p>Dear customer,</p><p>we noticed <b style="color:#c00">unusual activity</b>. Please confirm your details now to keep your access.</p><p><a href="${link}" style="background:#004b87;color:#fff;padding:12px 24px">https://www.nordbank.example/secure</a></p>`,
    }),
  }
}

function sender(name: string): StoryPerson {
  return { name, email: `no-reply@${name.toLowerCase().replaceAll(/[^a-z]+/g, '')}.example` }
}

function notice(
  place: StoryPlace,
  from: StoryPerson,
  subject: string,
  lines: readonly string[],
  more: Partial<StoryMessage> = {},
): StoryItem {
  return {
    message: () => ({
      from,
      to: [place.owner],
      subject,
      date: place.receivedAt,
      id: `${named(place.seed, subject, place.index)}@${from.email.split('@')[1] ?? ''}`,
      headers: [['Auto-Submitted', 'auto-generated']],
      text: lines.join('\n\n'),
      html: `<div style="font:15px/1.5 Helvetica,Arial,sans-serif;max-width:520px">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`,
      ...more,
    }),
  }
}

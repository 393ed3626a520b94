import { dice, named } from '../dice.ts'
import { stranger } from '../bank/people.ts'
import type { StoryItem, StoryPlace } from './kind.ts'

const list = { name: 'Timber builders', email: 'timber@lists.woodworks.example' }

const threads = [
  [
    'Screws or dowels for the outer stair?',
    'We have to renew the outer stair of a school from 1962. The old one has dowels, the new rules speak of screws only. Has anybody talked a city into dowels?',
    'We did, in 2021. Ask for the load test of the institute, that is what convinced ours.',
    'Same here. Dowels hold if the wood is dry when you start, which it never is.',
  ],
  [
    '[offer] Spruce boards, 4 m, dry',
    'About three cubic metres left from a roof. For nothing, if you come with a van before the end of the month.',
    'Is that in the north? I would take half.',
    'All gone, thank you everybody!',
  ],
  [
    'Which moisture meter do you trust?',
    'Mine says 14 %, my neighbour’s says 19 %. One of us is building a sauna and the other is wrong.',
    'Neither. Weigh a piece, dry it in the oven, weigh it again.',
    'The oven is the only honest instrument in this trade.',
  ],
  [
    'Larch that went black, not grey',
    'A façade on the north side, three years old. The rest of the house is a beautiful silver. Did we do something wrong?',
    'No sun, no silver. Wash it once with oxalic acid and wait for two summers.',
    'And cut the ivy. Our north side was black until we cut the ivy.',
  ],
  [
    'A good book on joints?',
    'For somebody who can saw but has never planned a joint. In any language with drawings.',
    'The old Japanese ones are all drawings. You will want to stay at home and saw.',
    'The blue one from the technical school. Page 40 has saved my life twice.',
  ],
  [
    'How do you deliver twelve metres into a lane of three?',
    'The beams are ordered and the lane has a bend. The crane says no, the driver says maybe.',
    'At night, backwards, with the neighbours holding torches. Best evening of the year.',
    'Order two times six and a good joint. The joint is cheaper than the driver.',
  ],
  [
    'Wool between the rafters: moths?',
    'A client wants sheep’s wool and has read about moths. Any experience older than ten years?',
    'Fourteen years, no moths, one very content marten.',
    'Treated with borax: nothing since 2009. Untreated: I would not.',
  ],
] as const

/** A discussion list: the sender differs from the list, answers go to the list, the footer is the list's. */
export function listPost(place: StoryPlace, turn: number): StoryItem {
  const thread = Math.floor(turn / 3)
  const step = turn % 3
  const [subject, opening, first, second] = threads[thread % threads.length] ?? threads[0]
  const id = (n: number): string => `${named(place.seed, 'list', thread, n)}@lists.woodworks.example`
  const text = [opening, first, second][step] ?? opening
  const quoted = step === 0 ? '' : `> ${step === 1 ? opening : first}\n\n`
  const author = stranger(dice(place.seed, 'list', thread, step).below(120))
  return {
    to: 'Timber list',
    message: () => ({
      from: { name: `${author.name} via Timber builders`, email: list.email },
      to: [list],
      subject: `${step === 0 ? '' : 'Re: '}[timber] ${subject}`,
      date: place.receivedAt,
      id: id(step),
      ...(step > 0 && { replyTo: id(step - 1), references: Array.from({ length: step }, (_, n) => id(n)) }),
      headers: [
        ['Reply-To', `Timber builders <${list.email}>,\r\n ${author.name} <${author.email}>`],
        ['Sender', '"Timber" <timber-bounces@lists.woodworks.example>'],
        ['List-Id', 'People who build with wood <timber.lists.woodworks.example>'],
        ['List-Post', `<mailto:${list.email}>`],
        ['List-Unsubscribe', '<mailto:timber-leave@lists.woodworks.example>'],
        ['Precedence', 'list'],
      ],
      text: `${quoted}${text}\n\n${author.name.split(' ')[0]}\n_______________________________________________\nTimber builders -- ${list.email}\nTo leave write to timber-leave@lists.woodworks.example`,
    }),
  }
}

/** A delivery report (RFC 3464) on something the owner never managed to send. */
export function bounce(place: StoryPlace, turn: number): StoryItem {
  const reasons = [
    ['5.1.1', '550 5.1.1 No such user here'],
    ['5.2.2', '552 5.2.2 Mailbox is full'],
    ['4.4.1', '421 4.4.1 Connection timed out'],
  ] as const
  const [status, words] = reasons[turn % reasons.length] ?? reasons[0]
  const to = stranger(dice(place.seed, 'bounce', place.index).below(90)).email
  const id = named(place.seed, 'bounce', place.index)
  const boundary = `=_report_${id}`
  const part = (type: string, text: string): string =>
    `--${boundary}\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
  const body = [
    part(
      'text/plain; charset=us-ascii',
      `I am sorry, your message to <${to}> could not be delivered:\r\n\r\n    ${words}\r\n`,
    ),
    part(
      'message/delivery-status',
      `Reporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; ${to}\r\nAction: ${status.startsWith('5') ? 'failed' : 'delayed'}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${words}\r\n`,
    ),
    part(
      'text/rfc822-headers',
      `From: ${place.owner.email}\r\nTo: ${to}\r\nSubject: Drawings as promised\r\nMessage-ID: <${id}.sent@larkfield.example>\r\n`,
    ),
    `--${boundary}--\r\n`,
  ]
  return {
    message: () => ({
      from: { name: 'Mail Delivery System', email: 'MAILER-DAEMON@mx.example' },
      to: [place.owner],
      subject: 'Undelivered Mail Returned to Sender',
      date: place.receivedAt,
      id: `${id}@mx.example`,
      headers: [['Auto-Submitted', 'auto-replied']],
      body: {
        headers: [
          ['Content-Type', `multipart/report; report-type=delivery-status;\r\n boundary="${boundary}"`],
        ],
        bytes: Buffer.from(body.join(''), 'latin1'),
      },
    }),
  }
}

import { named } from '../dice.ts'
import { aisha, elin, greta, helena, marco, sophie, stranger, yuki } from '../bank/people.ts'
import { encodedTexts, enveloped, signature, signedBody } from '../bank/samples.ts'
import { base64Lines } from '../write/encode.ts'
import { pdf, png, tnef } from '../write/files.ts'
import {
  enclosurePart,
  multipart,
  renderMessage,
  textPart,
  type StoryMessage,
  type StoryPart,
  type StoryPerson,
} from '../write/story-message.ts'
import type { StoryItem, Kind, StoryPlace } from './kind.ts'

/** A message with what all of these have in common filled in. */
function odd(
  { seed, owner, index, receivedAt }: StoryPlace,
  name: string,
  message: Partial<StoryMessage> & { from: StoryPerson },
): StoryItem {
  return {
    message: () => ({
      to: [owner],
      subject: '',
      date: receivedAt,
      id: `${named(seed, name, index)}@${message.from.email.split('@')[1] ?? ''}`,
      ...message,
    }),
  }
}

const signed: Kind = (place) =>
  odd(place, 'signed', {
    from: helena,
    subject: 'Third quarter, signed',
    body: {
      headers: [
        [
          'Content-Type',
          'multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256;\r\n boundary="=_signed"',
        ],
      ],
      // By hand: not one octet of what is signed may change.
      bytes: Buffer.from(
        `--=_signed\r\n${signedBody}\r\n--=_signed\r\nContent-Type: application/pkcs7-signature; name="smime.p7s"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="smime.p7s"\r\n\r\n${base64Lines(Buffer.from(signature, 'base64')).toString()}\r\n--=_signed--\r\n`,
      ),
    },
  })

const encrypted: Kind = (place) =>
  odd(place, 'encrypted', {
    from: helena,
    subject: 'For your eyes only',
    body: {
      headers: [
        ['Content-Type', 'application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"'],
        ['Content-Transfer-Encoding', 'base64'],
        ['Content-Disposition', 'attachment; filename="smime.p7m"'],
      ],
      bytes: base64Lines(Buffer.from(enveloped, 'base64')),
    },
  })

const winmail: Kind = (place) =>
  odd(place, 'winmail', {
    from: marco,
    subject: 'Contract as discussed',
    text: 'Please find the contract attached.',
    enclosures: [
      {
        name: 'winmail.dat',
        type: 'application/ms-tnef',
        bytes: tnef('Contract as discussed', {
          name: 'contract.pdf',
          bytes: pdf(['Contract', 'Between the parties', 'As discussed']),
        }),
      },
    ],
  })

const forwarded: Kind = (place) => {
  const inner: StoryMessage = {
    from: stranger(7),
    to: [aisha],
    subject: 'Question about the boathouse',
    date: new Date(place.receivedAt.getTime() - 7_200_000),
    id: `${named(place.seed, 'inner', place.index)}@members.example`,
    text: 'Good afternoon,\n\nis the boathouse open to visitors in the winter?\n\nAda Adler',
    enclosures: [
      { name: 'boathouse.png', type: 'image/png', bytes: png(160, 100, [30, 60, 90], [200, 210, 220]) },
    ],
  }
  const message = (): StoryPart => ({
    headers: [
      ['Content-Type', 'message/rfc822'],
      ['Content-Disposition', 'attachment; filename="Question about the boathouse.eml"'],
    ],
    bytes: renderMessage(inner),
  })
  const item = odd(place, 'forwarded', { from: aisha, subject: 'Fwd: Question about the boathouse' })
  return {
    message: () => ({
      ...item.message(),
      body: multipart(
        'mixed',
        [textPart('Can you answer this one?', 'plain'), message()],
        named(place.seed, 'forward', place.index),
      ),
    }),
  }
}

/** One message for each charset, also for those that name the wrong one. */
const foreign = encodedTexts.map(
  (text): Kind =>
    (place) =>
      odd(place, `charset ${text.charset} ${text.claimed ?? ''}`, {
        from: text.charset === 'iso-2022-jp' ? yuki : stranger(text.bytes.length),
        // In an encoded word of the same charset, which is ASCII and stays as it is.
        subject: text.subject
          ? `=?${text.charset}?B?${text.subject}?=`
          : `A letter in ${text.claimed ?? text.charset}`,
        body: {
          headers: [
            ['Content-Type', `text/plain; charset=${text.claimed ?? text.charset}`],
            ['Content-Transfer-Encoding', 'base64'],
          ],
          bytes: base64Lines(Buffer.from(text.bytes, 'base64')),
        },
      }),
)

const arabic: Kind = (place) =>
  odd(place, 'arabic', {
    from: { name: 'ليلى حداد', email: 'layla.haddad@dar-alnour.example' },
    subject: 'موعد الاجتماع القادم (room 3)',
    text: 'مرحباً،\n\nهل يناسبك الاجتماع يوم الثلاثاء الساعة 10:00 في Meeting room 3؟\n\nمع التحية،\nليلى',
    html: '<div dir="rtl"><p>مرحباً،</p><p>هل يناسبك الاجتماع يوم الثلاثاء الساعة 10:00 في <b>Meeting room 3</b>؟</p><p>مع التحية،<br>ليلى</p></div>',
  })

const hebrew: Kind = (place) =>
  odd(place, 'hebrew', {
    from: { name: 'נועה לוי', email: 'noa@levi-architects.example' },
    subject: 'תוכניות מעודכנות',
    text: 'שלום,\n\nמצורפות התוכניות המעודכנות, גרסה 4.\n\nנועה',
  })

const noSubject: Kind = (place) =>
  odd(place, 'no subject', { from: elin, subject: '', text: 'Call me when you can?' })

/** Two messages of one Message-ID, as mail that came through a list and directly. */
const twin: Kind = (place, turn) => {
  const from = greta
  return odd(place, 'twin', {
    from,
    id: `${named(place.seed, 'twin', Math.floor(turn / 2))}@larkfield.example`,
    subject: 'Parking during the fair',
    text: 'During the fair the yard is closed to cars from Thursday to Sunday.',
    ...(turn % 2 === 1 && { headers: [['List-Id', '<all.larkfield.example>'] as const] }),
  })
}

const noDate: Kind = (place) =>
  odd(place, 'no date', {
    from: { name: 'Scanner 2', email: 'scanner@larkfield.example' },
    date: null,
    subject: 'Scan',
    text: 'Scanned page attached.',
    enclosures: [{ name: 'scan_0001.pdf', type: 'application/pdf', bytes: pdf(['Scan']) }],
  })

const crowd: Kind = (place) =>
  odd(place, 'crowd', {
    from: { name: 'Boat club', email: 'board@harbour-boat-club.example' },
    to: [place.owner, ...Array.from({ length: 399 }, (_, n) => stranger(n))],
    subject: 'General meeting: everybody in one To',
    text: 'Dear members,\n\nthe general meeting is on the first Friday of the month. Sorry about the long list of recipients.\n\nThe board',
  })

const manyNodes: Kind = (place) => {
  const item = odd(place, 'nodes', {
    from: { name: 'Warehouse report', email: 'reports@bluewharf.example' },
    subject: 'Stock, all of it',
  })
  const row = (n: number): string =>
    `<tr><td>${n}</td><td>Bolt M${(n % 20) + 4}</td><td>${(n * 37) % 1000}</td></tr>`
  // 2,500 rows of four elements each.
  return {
    message: () => ({
      ...item.message(),
      html: `<table>${Array.from({ length: 2_500 }, (_, n) => row(n)).join('\n')}</table>`,
    }),
  }
}

const inlinePictures: Kind = (place) =>
  odd(place, 'pictures', {
    from: sophie,
    subject: 'Two colours for the hall',
    text: 'Which one? [picture: warm] [picture: cold]',
    html: '<p>Which one?</p><p><img src="cid:warm@atelier" alt="warm"> <img src="cid:cold@atelier" alt="cold"></p>',
    enclosures: [
      {
        name: 'warm.png',
        type: 'image/png',
        bytes: png(240, 140, [196, 120, 70], [250, 224, 180]),
        contentId: 'warm@atelier',
      },
      {
        name: 'cold.png',
        type: 'image/png',
        bytes: png(240, 140, [40, 80, 120], [190, 214, 230]),
        contentId: 'cold@atelier',
      },
      { name: 'Überblick – Größe A4.pdf', type: 'application/pdf', bytes: pdf(['Overview']) },
    ],
  })

const flowed: Kind = (place) =>
  odd(place, 'flowed', {
    from: elin,
    subject: 'Walk on Sunday',
    body: {
      headers: [
        ['Content-Type', 'text/plain; charset=utf-8; format=flowed; delsp=no'],
        ['Content-Transfer-Encoding', '8bit'],
      ],
      bytes: Buffer.from(
        'Shall we walk along the shore on Sunday, as far as the lighthouse \r\nand back with the bus?\r\n\r\n> I have new boots and they want \r\n> to be tried.\r\n\r\nElin \r\n-- \r\nsent from the train\r\n',
      ),
    },
  })

const undisclosed: Kind = (place) => {
  const item = odd(place, 'undisclosed', {
    from: { name: 'Tenants’ union', email: 'office@tenants-union.example' },
    subject: 'What to do when the heating fails',
  })
  return {
    message: () => ({
      ...item.message(),
      to: [{ name: '', email: 'undisclosed-recipients:;' }],
      text: 'First: write down the temperature, twice a day. Then: write to us.',
    }),
  }
}

const emptyBody: Kind = (place) =>
  odd(place, 'empty', { from: greta, subject: 'Call me (no text)', text: '' })

/** 25 MB, the most that most mailboxes take. */
const heavy: Kind = (place) => {
  const item = odd(place, 'heavy', {
    from: sophie,
    subject: 'The model, in full size',
    text: 'It is large, sorry.',
  })
  // Base64 makes four octets of three, and line ends two more in 76.
  const size = Math.floor((25 * 1024 * 1024 * 57) / 78) - 4096
  return {
    message: () => ({
      ...item.message(),
      body: multipart(
        'mixed',
        [
          textPart('It is large, sorry.', 'plain'),
          enclosurePart({ name: 'model.skp', type: 'application/octet-stream', bytes: pattern(size) }),
        ],
        named(place.seed, 'heavy', place.index),
      ),
    }),
  }
}

/** Bytes that do not repeat soon, made quickly. */
function pattern(size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  for (let i = 0; i < size; i++) bytes[i] = (i * 31 + (i >>> 8) * 17) & 0xff
  return bytes
}

/** Odd messages that every mailbox contains; the smallest has the first twenty. */
export const oddities: readonly Kind[] = [
  signed,
  encrypted,
  winmail,
  forwarded,
  ...foreign.slice(0, 5),
  arabic,
  hebrew,
  noSubject,
  twin,
  twin,
  noDate,
  crowd,
  manyNodes,
  inlinePictures,
  flowed,
  undisclosed,
  emptyBody,
  ...foreign.slice(5),
]

export const heaviest: Kind = heavy

import { jonas, sam } from '../bank/people.ts'
import type { StoryPerson } from '../write/story-message.ts'
import type { Scene } from './scene.ts'

const landlady: StoryPerson = { name: 'Ingrid Petersen', email: 'ingrid.petersen@millhouse.example' }
const neighbour: StoryPerson = { name: 'Walter Thoms', email: 'w.thoms@postbox.example' }
const boatClub: StoryPerson = { name: 'Harbour Boat Club', email: 'board@harbour-boat-club.example' }
const dentist: StoryPerson = { name: 'Dental practice Dr. Amari', email: 'praxis@dr-amari.example' }
const taxes: StoryPerson = { name: 'Olga Reimers', email: 'reimers@reimers-tax.example' }
const power: StoryPerson = { name: 'Stadtwerke Nordhafen', email: 'service@stadtwerke-nordhafen.example' }
const buyer: StoryPerson = { name: 'Timo Krause', email: 'timo.krause@postbox.example' }
const cafe: StoryPerson = { name: 'Café Leuchtfeuer', email: 'hallo@leuchtfeuer.example' }

/** A move, and everything that has to be seen to besides. */
export const houseAndErrands: readonly Scene[] = [
  {
    subject: 'Mill Lane 12, second floor: lease',
    with: [landlady],
    label: 'Flat',
    turns: [
      {
        ago: '33 10:15',
        from: landlady,
        text: `Dear Ms Lindqvist,\n\nthank you for coming to see the flat. My husband and I would be happy to give it to you from the first of the month. The lease is attached; please take your time with it.\n\nThe stove in the kitchen may stay if you like. It is old but it has never let us down.\n\nKind regards\nIngrid Petersen`,
        files: ['lease-mill-lane-12.pdf'],
        flagged: true,
      },
      {
        ago: '32 19:02',
        from: 'me',
        text: `Dear Ms Petersen,\n\nthis makes me very happy. The stove stays, please! I have two questions: may I paint the small room, and is there a place in the yard for a bicycle?\n\nWith kind regards\nNora Lindqvist`,
      },
      {
        ago: '31 09:21',
        from: landlady,
        text: `Dear Ms Lindqvist,\n\npaint it any colour you can live with. The bicycle goes under the roof next to mine, there is a hook.\n\nIngrid Petersen`,
      },
      {
        ago: '29 18:33',
        from: 'me',
        text: `Signed and scanned. I will bring the original along when I fetch the keys.\n\nThank you!\nNora Lindqvist`,
        files: ['lease-signed.pdf'],
      },
      {
        ago: '6 11:47',
        from: landlady,
        text: `Dear Ms Lindqvist,\n\nthe keys are ready. Would {w+1} at five suit you? We will read the meters together, and I will show you the trick with the window in the hall.\n\nIngrid Petersen`,
      },
      {
        ago: '170m',
        from: landlady,
        text: `One more thing: the chimney sweep has announced himself for {d+6}, between eight and ten. Somebody should be at home. If you are at work I can let him in.\n\nIngrid Petersen`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Moving day: who carries what',
    with: [sam, jonas],
    label: 'Flat',
    turns: [
      {
        ago: '9 20:24',
        from: 'me',
        text: `Dear strong people,\n\nI get the keys on {w+1} and would like to move on {w+9}. It is the second floor, the stairs are wide, and there will be soup.\n\nHeavy: one washing machine, one desk, 31 boxes of books (sorry).\n\nNora`,
      },
      {
        ago: '9 20:41',
        from: sam,
        text: `I’ll bring the van and two straps. Books in small boxes please, we talked about this.\n\nSam`,
      },
      {
        ago: '8 07:12',
        from: jonas,
        text: `31?! You moved in with 12.\n\nI am there at nine. What kind of soup?\n\nJ.`,
      },
      { ago: '8 12:30', from: 'me', text: `Lentil, with the good sausage, and one pot without.\n\nN.` },
      {
        ago: '1 19:45',
        from: sam,
        text: `The van has to be back by four, so let us start with the washing machine while we are all still friends.\n\nDo you have a trolley? I can borrow one from the theatre.\n\nSam`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Winter storage: slipways and dates',
    with: [boatClub],
    turns: [
      {
        ago: '21 09:00',
        from: boatClub,
        text: `Dear members,\n\nthe crane comes on {d-8}. Boats up to six metres between eight and noon, the larger ones afterwards. Masts down, please, and batteries home.\n\nThe rota for the night watch hangs in the boathouse.\n\nThe board`,
      },
      {
        ago: '20 12:44',
        from: 'me',
        text: `The “Sillen” (4.9 m) will be at the slipway at nine. I can help with the ropes until noon.\n\nNora Lindqvist`,
      },
      {
        ago: '7 10:31',
        from: boatClub,
        text: `Thank you all, that went without a scratch (well, one, and it buffs out).\n\nThe invoice for your place in hall B is attached.\n\nThe board`,
        files: ['hall-b-place-14.pdf'],
      },
    ],
  },
  {
    subject: 'Piano to give away',
    with: [neighbour],
    turns: [
      {
        ago: '15 17:50',
        from: neighbour,
        text: `Dear Ms Lindqvist,\n\nI hear you are leaving us. We hear you sing through the wall and always liked it. Would you have room for my late wife’s piano? It needs a tuner and somebody who plays.\n\nWalter Thoms, first floor left`,
      },
      {
        ago: '15 21:08',
        from: 'me',
        text: `Dear Mr Thoms,\n\nI do not know what to say except yes. And that you must come and listen to it in its new place, as often as you like.\n\nNora Lindqvist`,
      },
      {
        ago: '14 08:12',
        from: neighbour,
        text: `Then it is settled. The carriers know the way down, they brought it up in 1983.\n\nWalter Thoms`,
      },
    ],
  },
  {
    subject: 'Bookshelf, oak, 2.10 m',
    with: [buyer],
    turns: [
      {
        ago: '4 11:36',
        from: buyer,
        text: `Hello,\n\nis the shelf still there? Would you take 90 for it? I could come today.\n\nTimo`,
      },
      {
        ago: '4 12:01',
        from: 'me',
        text: `Hello Timo,\n\nit is. 110 and you also get the steps that belong to it.\n\nNora`,
      },
      { ago: '4 12:05', from: buyer, text: `Deal, I did not know I wanted steps. 18:00?\n\nTimo` },
      {
        ago: '3 09:10',
        from: buyer,
        text: `It stands, it is straight, the cat has moved in. Thank you!\n\nTimo`,
        files: ['cat.png'],
      },
    ],
  },
  {
    subject: 'Your appointment on {d+9}',
    with: [dentist],
    turns: [
      {
        ago: '2 08:00',
        from: dentist,
        text: `Dear Ms Lindqvist,\n\nthis is to remind you of your check-up on {d+9} at 8:20. If you cannot come, please tell us a day before.\n\nYour practice team`,
      },
      { ago: '2 12:44', from: 'me', text: `I will be there. Thank you!\n\nNora Lindqvist` },
    ],
  },
  {
    subject: 'Papers for last year',
    with: [taxes],
    label: 'Money',
    turns: [
      {
        ago: '23 09:30',
        from: taxes,
        text: `Dear Ms Lindqvist,\n\nfor the return I still need the certificate of the health insurance and the receipts for the move (keep them all, also the van and the soup, you never know).\n\nOlga Reimers`,
      },
      {
        ago: '22 20:17',
        from: 'me',
        text: `Attached is the certificate. The soup receipt follows when the soup is cooked.\n\nNora Lindqvist`,
        files: ['insurance-certificate.pdf'],
      },
      {
        ago: '1 10:05',
        from: taxes,
        text: `Dear Ms Lindqvist,\n\nthe assessment has come: € 412.60 back. I have checked it, it is right for once. Please find it attached.\n\nOlga Reimers`,
        files: ['assessment.pdf'],
        unread: true,
        flagged: true,
      },
    ],
  },
  {
    subject: 'Electricity at Mill Lane 12: welcome',
    with: [power],
    label: 'Flat',
    turns: [
      {
        ago: '5 06:30',
        from: power,
        text: `Dear Ms Lindqvist,\n\nthank you for choosing us. Your contract begins on {d+3}. Your monthly payment is € 48, the first one is due on {d+17}.\n\nPlease tell us the reading of the meter when you get the keys.\n\nStadtwerke Nordhafen`,
        files: ['contract-electricity.pdf'],
      },
    ],
  },
  {
    subject: 'A grey scarf with a hole',
    with: [cafe],
    turns: [
      {
        ago: '10 08:15',
        from: 'me',
        text: `Good morning,\n\ndid somebody find a grey scarf on Sunday, at the table by the stove? It is old and has a hole, and I am very fond of it.\n\nNora Lindqvist`,
      },
      {
        ago: '10 09:58',
        from: cafe,
        text: `It is here! It has been keeping the sugar bowl warm. Come by any time, the coffee is on us, we nearly gave it to a snowman.\n\nThe people of the Leuchtfeuer`,
      },
    ],
  },
  {
    subject: 'Your bike is at the police station',
    with: [jonas],
    turns: [
      {
        ago: '17 18:20',
        from: jonas,
        text: `I walked past the station on Hafenstraße and there, among forty others, stands a green bicycle with a bell shaped like a herring. How many of those can there be?\n\nJ.`,
      },
      { ago: '17 18:26', from: 'me', text: `ONE. There can be one. I am on my way.\n\nN.` },
      {
        ago: '17 20:02',
        from: 'me',
        text: `Got it back! They wanted me to describe it, I said “herring”, they said “that will do”. I owe you a dinner.\n\nNora`,
      },
    ],
  },
  {
    subject: 'The window in the hall',
    with: [landlady],
    turns: [
      {
        ago: '66m',
        from: 'me',
        draft: true,
        text: `Dear Ms Petersen,\n\nthank you for letting the chimney sweep in. About the window in the hall: would you mind if I`,
      },
    ],
  },
]

import { friends } from '../bank/people.ts'
import type { Person } from '../write/letter.ts'
import type { Scene } from './scene.ts'

const [elin, jonas, priya, sam, zoe, mikael, karin, anouk] = friends as [
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
  Person,
]
const landlady: Person = { name: 'Ingrid Petersen', email: 'ingrid.petersen@millhouse.example' }
const neighbour: Person = { name: 'Walter Thoms', email: 'w.thoms@postbox.example' }
const boatClub: Person = { name: 'Harbour Boat Club', email: 'board@harbour-boat-club.example' }
const dentist: Person = { name: 'Dental practice Dr. Amari', email: 'praxis@dr-amari.example' }
const taxes: Person = { name: 'Olga Reimers', email: 'reimers@reimers-tax.example' }
const power: Person = { name: 'Stadtwerke Nordhafen', email: 'service@stadtwerke-nordhafen.example' }
const buyer: Person = { name: 'Timo Krause', email: 'timo.krause@postbox.example' }
const cafe: Person = { name: 'Café Leuchtfeuer', email: 'hallo@leuchtfeuer.example' }

/** A winter at home: a journey, a move, a birthday, and everything in between. */
export const home: readonly Scene[] = [
  {
    subject: 'Lisbon in the spring?',
    with: [elin, jonas, priya],
    label: 'Travel',
    turns: [
      {
        ago: '19 18:42',
        from: elin,
        text: `Hello you three,\n\nI have eleven days of leave left and a map of Lisbon on the kitchen wall. Who comes along for a long weekend in March? Tiles, custard tarts, nobody in a hurry.\n\nElin`,
      },
      {
        ago: '19 19:05',
        from: priya,
        text: `Me! Me. I was there as a student and remember nothing but stairs.\n\nPriya`,
      },
      {
        ago: '18 07:55',
        from: jonas,
        text: `I am in if there is a tram involved. Could it be the second weekend? The first one is my sister’s moving day.\n\nJonas`,
      },
      {
        ago: '18 12:20',
        from: 'me',
        text: `Second weekend is perfect. I can look at flights tonight. Direct ones leave Hamburg at ten past ten, which I call civilised.\n\nNora`,
      },
      {
        ago: '17 21:31',
        from: 'me',
        text: `Found them: out Thursday 10:10, back Monday 18:40, just under 300 together with a bag. Price holds until {w+2}. Shall I book four?\n\nNora`,
      },
      { ago: '16 06:48', from: elin, text: `Yes! Book! I will send you my share today.\n\nE.` },
      {
        ago: '3 17:02',
        from: priya,
        text: `I found a flat above a bakery in Alfama. Two rooms, a roof, and according to the reviews “a smell of cinnamon from five in the morning”. I asked them to hold it until {w+1}.\n\nPictures attached.\n\nPriya`,
        files: ['roof.png', 'kitchen.png'],
        flagged: true,
      },
      {
        ago: '2 20:16',
        from: jonas,
        text: `Cinnamon at five is exactly my kind of alarm clock. Take it!\n\nJonas`,
      },
      {
        ago: '38m',
        from: elin,
        text: `Took it. Priya and I share the room to the street, you two get the quiet one, Jonas snores and Nora does not mind.\n\nI made a list of things to eat. It has two pages. Shall we meet on {w+2} and cut it down to one?\n\nElin`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Mamma turns sixty',
    with: [mikael],
    label: 'Family',
    turns: [
      {
        ago: '26 20:11',
        from: mikael,
        text: `Hej Nora,\n\nit is less than two months now. Do we do the big thing (everybody, the boathouse, a band) or the small thing (us, a good dinner, the sea)? She says “nothing at all”, which we both know is not an answer.\n\nM.`,
      },
      {
        ago: '25 21:40',
        from: 'me',
        text: `The big thing, but disguised as the small thing. I take her for a walk along the pier, and at the end of the pier there happen to be forty people.\n\nN.`,
      },
      {
        ago: '24 08:03',
        from: mikael,
        text: `You are a genius. I asked the boat club, the house is free. They want 180 for the evening and that we sweep.\n\nI will write to the cousins. Can you do the music?\n\nM.`,
      },
      {
        ago: '12 19:27',
        from: 'me',
        text: `Music is done: Anouk’s quartet plays for dinner and a case of wine. I also have Aunt Birgit’s photo album, all four kilos of it.\n\nN.`,
      },
      {
        ago: '4 18:50',
        from: mikael,
        text: `The cousins: eleven yes, one no (new baby), two “of course, where do we sleep”. List attached.\n\nWho makes the speech? I did Pappa’s.\n\nM.`,
        files: ['guests.pdf'],
      },
      {
        ago: '95m',
        from: mikael,
        text: `Small emergency: she has invited herself to yours for that very weekend “to help with the curtains”. Please don’t have curtains.\n\nM.`,
        unread: true,
        flagged: true,
      },
    ],
  },
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
        text: `I bring the van and two straps. Books in small boxes please, we talked about this.\n\nSam`,
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
    subject: 'Winter concert: last rehearsals',
    with: [anouk],
    label: 'Choir',
    turns: [
      {
        ago: '14 16:08',
        from: anouk,
        text: `Dear choir,\n\nthree rehearsals to go. Please learn the Whitacre by heart, I want to see your eyes and not your folders.\n\nThe dress is black with one thing in red. “One” means one, basses.\n\nAnouk`,
      },
      {
        ago: '13 21:15',
        from: 'me',
        text: `I know it by heart up to bar 48, where the altos lose their way together. Could we do that bit first on {w+5}?\n\nNora`,
      },
      { ago: '13 21:22', from: anouk, text: `We will do it until the altos dream of it.\n\nA.` },
      {
        ago: '1 15:33',
        from: anouk,
        text: `The church has no heating next week. Wear socks. The plan for the evening and the order of the pieces are attached.\n\nAnouk`,
        files: ['concert-plan.pdf'],
      },
    ],
  },
  {
    subject: 'Saffron buns, the real recipe',
    with: [karin],
    label: 'Family',
    turns: [
      {
        ago: '5 17:20',
        from: 'me',
        text: `Mamma, how much butter goes into the saffron buns? Mine could be used as paperweights.\n\nN.`,
      },
      {
        ago: '5 18:02',
        from: karin,
        text: `Lilla vän,\n\n175 g, soft, not melted. And quark! You always forget the quark. I photographed the page for you, the stain is from 1994.\n\nMamma`,
        files: ['recipe.png'],
      },
      {
        ago: '210m',
        from: karin,
        text: `And did you measure the windows? I could sew something when I come. You wrote that they are tall, but tall is not a number.\n\nKram\nMamma`,
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
    subject: 'Next book: your vote',
    with: [zoe, priya, elin],
    turns: [
      {
        ago: '11 13:11',
        from: zoe,
        text: `Dear readers,\n\nafter the 900 pages of last time I suggest something that fits into a coat pocket. Candidates:\n\n1. The Summer Book, Tove Jansson\n2. Train Dreams, Denis Johnson\n3. So Long, See You Tomorrow, William Maxwell\n\nVote by {w+2}.\n\nZoë`,
      },
      { ago: '11 14:20', from: elin, text: `1, I have waited for this moment.\n\nElin` },
      {
        ago: '10 08:30',
        from: 'me',
        text: `1. And can we meet at mine? There will be boxes to sit on.\n\nNora`,
      },
      {
        ago: '2 09:14',
        from: zoe,
        text: `1 it is, by a landslide. At Nora’s, on boxes, {d+13}, half past seven. Bring your own cup, hers are wrapped in newspaper.\n\nZoë`,
      },
    ],
  },
  {
    subject: 'Photos from the lighthouse',
    with: [elin],
    turns: [
      {
        ago: '8 20:02',
        from: elin,
        text: `Here they are. The third one was taken one second before the wave.\n\nElin`,
        files: ['lighthouse.png', 'shore.png', 'one-second-before.png'],
      },
      {
        ago: '7 07:40',
        from: 'me',
        text: `I look so calm in it! I hang it in the new hall, next to the coat that never dried.\n\nNora`,
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
    subject: 'We are getting married!',
    with: [priya],
    turns: [
      {
        ago: '30 16:00',
        from: priya,
        text: `Dear Nora,\n\nDev and I are getting married on the last Saturday of June, in the garden of his parents, with far too many aunts. Will you be there? And will you sing the thing you sang at the lake?\n\nLove\nPriya`,
        files: ['invitation.png'],
      },
      {
        ago: '30 17:48',
        from: 'me',
        text: `I had to read it standing up and then sitting down. Yes and yes! I sing whatever you want, even the thing with the high bit.\n\nHugs to you both\nNora`,
      },
      {
        ago: '29 09:09',
        from: priya,
        text: `The high bit it is. I will put you at the table with the good aunts.\n\nP.`,
      },
    ],
  },
  {
    subject: 'Alma drew you',
    with: [mikael],
    label: 'Family',
    turns: [
      {
        ago: '3 15:47',
        from: mikael,
        text: `Alma says this is you on the boat. The thing in your hand is either a rope or an eel.\n\nM.`,
        files: ['alma.png'],
      },
      { ago: '3 16:30', from: 'me', text: `It is an eel. It is going on the fridge.\n\nN.` },
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
    subject: 'Thursday?',
    with: [elin],
    turns: [
      {
        ago: '12m',
        from: elin,
        text: `Soup at mine on {w+3}, half past seven? I want to hear everything about the flat, and I have to show you the list with the two pages.\n\nElin`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Speech for Mamma',
    with: [mikael],
    turns: [
      {
        ago: '1 22:41',
        from: 'me',
        draft: true,
        text: `First try, tell me if it is too long:\n\nDear Mamma, when I was seven you told me that a house is finished when the first guest has spilled something. I have been building houses ever since, and I have never found a better`,
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

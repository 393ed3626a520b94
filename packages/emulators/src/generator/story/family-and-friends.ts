import { anouk, elin, jonas, karin, mikael, priya, zoe } from '../bank/people.ts'
import type { Scene } from './scene.ts'

/** A journey, a birthday, a choir: letters of those one is fond of. */
export const familyAndFriends: readonly Scene[] = [
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
        text: `The big thing, but disguised as the small thing. I’ll take her for a walk along the pier, and at the end of the pier there happen to be forty people.\n\nN.`,
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
]

import { aisha, ben, katrin, lucia, per, rajesh, tomas } from '../bank/people.ts'
import type { StoryPerson } from '../write/story-message.ts'
import type { Scene } from './scene.ts'

const journal: StoryPerson = { name: 'Ruth Feldmann', email: 'feldmann@section-journal.example' }

/** A library by the harbour, from the sill of its windows to the quay door. */
export const harbourLibrary: readonly Scene[] = [
  {
    subject: 'Harbour library: the window one sits in',
    with: [aisha, tomas],
    label: 'Library',
    turns: [
      {
        ago: '13 08:41',
        from: aisha,
        text: `Morning,\n\nthe window seat in the reading room does not work yet. At 42 cm the sill is a bench, at 48 it is a shelf, and the client’s daughter (8) says “neither”.\n\nSection attached, look at the heater.\n\nAisha`,
        files: ['section-a-a.pdf'],
      },
      {
        ago: '13 09:30',
        from: tomas,
        text: `What if the heater moves under the floor and the sill drops to 36? Then an eight-year-old sits on it and a grown-up lies on it.\n\nTomás`,
      },
      {
        ago: '13 11:12',
        from: 'me',
        text: `I like lying. Tomás, can you draw it in one to five? I ask Per what the floor grille costs.\n\nNora`,
      },
      {
        ago: '11 15:55',
        from: tomas,
        text: `One to five, with a lying grown-up for scale. It is you, by the way.\n\nTomás`,
        files: ['window-1-5.pdf'],
      },
      {
        ago: '10 10:20',
        from: 'me',
        text: `I have never looked so relaxed. Per says € 3,900 for all nine grilles, that is inside the budget. Let us show it to Katrin on {b+2}.\n\nNora`,
      },
      {
        ago: '1 16:18',
        from: aisha,
        text: `Built it from cardboard in the corridor. Everybody who walks past sits down in it. Three people have eaten lunch there.\n\nPicture attached.\n\nAisha`,
        files: ['mock-up.png'],
        flagged: true,
      },
      {
        ago: '22m',
        from: tomas,
        text: `The mock-up is occupied again (Daniel, asleep). I would say approved.\n\nShall I put 36 cm into the drawings for the tender?\n\nTomás`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Reading room: change of the opening hours',
    with: [katrin],
    label: 'Library',
    turns: [
      {
        ago: '9 09:05',
        from: katrin,
        text: `Dear Ms Lindqvist,\n\nthe council would like the reading room to stay open until midnight, also when the rest of the library is closed. Does that change the plans? I hope the answer is “hardly”.\n\nKind regards\nKatrin Vogel`,
      },
      {
        ago: '9 14:31',
        from: 'me',
        text: `Dear Dr Vogel,\n\nhardly! We need a door between the hall and the stacks that can be locked, and a way out to the quay. Both fit. The escape route has to be drawn again, that takes us a week.\n\nBest regards\nNora Lindqvist`,
      },
      {
        ago: '8 08:48',
        from: katrin,
        text: `Wonderful. Then please include it, and send me the additional cost in one figure that I can remember.\n\nKatrin Vogel`,
      },
      {
        ago: '3 17:20',
        from: 'me',
        text: `Dear Dr Vogel,\n\n€ 12,400, including the door, the lock and the light on the quay. The calculation is attached for those who like more figures.\n\nNora Lindqvist`,
        files: ['additional-cost.pdf'],
      },
      {
        ago: '80m',
        from: katrin,
        text: `Dear Ms Lindqvist,\n\napproved, and faster than anything has ever been approved here. The mayor wants to read in the window on the opening night. Could we have the drawings for the committee by {b+5}?\n\nKatrin Vogel`,
        unread: true,
        flagged: true,
      },
    ],
  },
  {
    subject: 'Façade: larch or spruce',
    with: [per],
    label: 'Library',
    turns: [
      {
        ago: '16 07:22',
        from: per,
        text: `Hej Nora,\n\nprices for the façade, per square metre and mounted: larch € 214, spruce (treated) € 168. Larch goes grey by itself, spruce has to be told to.\n\nPer`,
      },
      {
        ago: '16 10:40',
        from: 'me',
        text: `Hej Per,\n\nlarch, please, and from the north if you can get it. How long do you need for a sample of one metre by one?\n\nNora`,
      },
      {
        ago: '15 06:58',
        from: per,
        text: `Ten days. I cut it so that you see a knot or two, otherwise nobody believes that it is wood.\n\nPer`,
        files: ['offer-larch.pdf'],
      },
      {
        ago: '2 07:10',
        from: per,
        text: `The sample leans against your front door since six this morning. It is heavier than I am.\n\nPer`,
      },
    ],
  },
  {
    subject: 'Nordhafen: what the site looked like today',
    with: [ben],
    turns: [
      {
        ago: '4 16:50',
        from: ben,
        text: `Slab is poured, eleven lorries, no rain. Two things on the photos: the sleeve for the drain is 10 cm too far east, and there is a heron on the crane.\n\nBen`,
        files: ['slab.png', 'sleeve.png', 'heron.png'],
      },
      {
        ago: '4 17:31',
        from: 'me',
        text: `The sleeve can stay, the drain has a metre to get used to it. The heron stays too.\n\nThanks, Ben. Nora`,
      },
      {
        ago: '55m',
        from: ben,
        text: `Frost is announced for the night to {b+1}. They will cover the slab at four. I stay until it is done.\n\nBen`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Section Journal: photographs of the reading room',
    with: [journal],
    turns: [
      {
        ago: '6 14:00',
        from: journal,
        text: `Dear Ms Lindqvist,\n\nour next issue is about small windows in large rooms. May we print your section, and is there a photograph of the model with daylight?\n\nRuth Feldmann, editor`,
      },
      {
        ago: '5 18:10',
        from: 'me',
        text: `Dear Ms Feldmann,\n\nwith pleasure. Two photographs are attached; the drawing follows as soon as the client has seen it. Please credit Aisha Rahman, the window is hers.\n\nNora Lindqvist`,
        files: ['model-morning.png', 'model-evening.png'],
      },
      {
        ago: '1 09:45',
        from: journal,
        text: `The morning one is the cover. Congratulations to Ms Rahman!\n\nWe go to press on {b+4}.\n\nRuth Feldmann`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Lamps: three samples',
    with: [lucia],
    turns: [
      {
        ago: '8 12:12',
        from: lucia,
        text: `Hola Nora,\n\nthree lamps are on the way to you, 2700, 3000 and 3500 kelvin. Please look at them at night and with a book.\n\nLucía`,
      },
      {
        ago: '4 21:48',
        from: 'me',
        text: `Hola Lucía,\n\nread under all three until the tea was cold. 3000 for the room, 2700 for the window. Could you quote 64 and 9?\n\nNora`,
      },
      {
        ago: '3 10:30',
        from: lucia,
        text: `Good eyes! The quotation is attached, delivery in seven weeks.\n\nLucía`,
        files: ['quotation-lamps.pdf'],
      },
    ],
  },
  {
    subject: 'Fire safety: the quay door',
    with: [rajesh],
    label: 'Library',
    turns: [
      {
        ago: '5 11:11',
        from: rajesh,
        text: `Nora, two remarks on the quay door: it opens inwards (it must not), and the handle is beautiful but not on the list.\n\nRajesh`,
      },
      {
        ago: '5 13:35',
        from: 'me',
        text: `Outwards it is, then the step needs a roof. For the handle: which list, and can one get onto it?\n\nNora`,
      },
      {
        ago: '4 09:20',
        from: rajesh,
        text: `One can, with a certificate and patience. Send me the drawing of the handle, I know somebody who likes beautiful things.\n\nRajesh`,
      },
      { ago: '2 15:15', from: rajesh, text: `He likes it. It is on the list.\n\nRajesh`, flagged: true },
    ],
  },
  {
    subject: 'Drawings for the committee',
    with: [katrin],
    label: 'Library',
    turns: [
      {
        ago: '45m',
        from: 'me',
        draft: true,
        text: `Dear Dr Vogel,\n\nthe committee gets everything by {b+4}, a day early. One question about the mayor and the window: how tall is he?`,
      },
    ],
  },
]

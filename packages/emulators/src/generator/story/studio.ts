import { ben, clara, daniel, greta, helena, jansen, maeve, sophie, tomas, yuki } from '../bank/people.ts'
import type { StoryPerson } from '../write/story-message.ts'
import type { Scene } from './scene.ts'

const payroll: StoryPerson = { name: 'Larkfield Payroll', email: 'payroll@larkfield.example' }

/** Other events in a small studio: a competition, a new colleague, holiday plans. */
export const studio: readonly Scene[] = [
  {
    subject: 'Competition: market hall for 400 stalls',
    with: [greta, daniel],
    label: 'Competition',
    turns: [
      {
        ago: '20 13:00',
        from: greta,
        text: `The brief is out: a hall for four hundred stalls, a roof one can walk on, and “a smell of fish that stays inside”. Six weeks.\n\nAre we mad enough?\n\nGreta`,
        files: ['brief.pdf'],
      },
      { ago: '20 13:09', from: daniel, text: `Yes.\n\nD.` },
      {
        ago: '20 16:45',
        from: 'me',
        text: `If we are three and not five, and if nobody works on Sundays. Then yes.\n\nNora`,
      },
      {
        ago: '6 18:22',
        from: daniel,
        text: `First model: the roof as a hill. Yuki milled it in an hour, it looks like bread. I mean that kindly.\n\nDaniel`,
        files: ['hill.png', 'hill-from-below.png'],
      },
      {
        ago: '5 09:01',
        from: greta,
        text: `I love the bread. The fish stays in, the air goes out at the crust. I drew the section last night (Saturday, not Sunday, before you ask).\n\nGreta`,
        files: ['section-bread.pdf'],
      },
      {
        ago: '140m',
        from: greta,
        text: `Questions to the jury are due on {b+1}. I have three, do you have more?\n\n1. May the hill be higher than the church hall?\n2. Who closes the gates at night?\n3. Is the fish negotiable?\n\nGreta`,
        unread: true,
      },
    ],
  },
  {
    subject: 'Application: Mira Castellanos',
    with: [clara, maeve],
    turns: [
      {
        ago: '7 10:10',
        from: clara,
        text: `Please look at this one before Friday. Second page, the boat house: she drew every nail.\n\nClara`,
        files: ['portfolio-castellanos.pdf'],
      },
      { ago: '7 11:42', from: maeve, text: `Every nail and the shadow of every nail. Yes.\n\nMaeve` },
      { ago: '6 08:15', from: 'me', text: `Yes from me as well. Who calls her? I would like to.\n\nNora` },
      {
        ago: '3 12:05',
        from: clara,
        text: `Done? She has just called me back to ask whether it was a prank. She starts on the first.\n\nClara`,
      },
    ],
  },
  {
    subject: 'Workshop: who needs the mill when',
    with: [yuki],
    turns: [
      {
        ago: '5 08:20',
        from: yuki,
        text: `Hello all,\n\nthe mill is booked by the bread (competition) until {b+2}, then by the sill (library). If you need it in between, bring a cake.\n\nYuki`,
      },
      {
        ago: '5 08:55',
        from: 'me',
        text: `Half a day on {b+3} for the handrail? I’ll bring the plum one.\n\nNora`,
      },
      { ago: '5 09:02', from: yuki, text: `For the plum one you get the whole day.\n\nYuki` },
    ],
  },
  {
    subject: 'Who is here between the years',
    with: [maeve, clara, ben],
    turns: [
      {
        ago: '10 09:00',
        from: maeve,
        text: `I am making the plan for the days between the years. So far: Ben here, me away, everybody else a mystery.\n\nMaeve`,
      },
      { ago: '10 09:40', from: clara, text: `Here on the 28th and 29th.\n\nClara` },
      {
        ago: '9 17:12',
        from: 'me',
        text: `Away until the 2nd, I am moving. You reach me by telephone if the library floats off.\n\nNora`,
      },
      {
        ago: '2 11:30',
        from: maeve,
        text: `Plan attached. The heating is off on the 31st, please do not water the plants with ice.\n\nMaeve`,
        files: ['plan.pdf'],
      },
    ],
  },
  {
    subject: 'Contract for the shop in the Marais',
    with: [sophie],
    turns: [
      {
        ago: '18 10:25',
        from: sophie,
        text: `Chère Nora,\n\nvoici le contrat, version 3. Only article 7 has changed: the lamps are ours now, the risk as well.\n\nSophie`,
        files: ['contrat-v3.pdf'],
      },
      {
        ago: '17 08:50',
        from: 'me',
        text: `Merci Sophie. Article 7 is fair. In article 11 there are still thirty days for payment in the text and fourteen in the table, I vote for thirty.\n\nNora`,
      },
      {
        ago: '17 09:15',
        from: sophie,
        text: `Thirty, bien sûr. Version 4 is attached and already signed by us.\n\nSophie`,
        files: ['contrat-v4.pdf'],
      },
      {
        ago: '15 16:00',
        from: 'me',
        text: `Signed. To a good spring!\n\nNora`,
        files: ['contrat-v4-signed.pdf'],
      },
    ],
  },
  {
    subject: 'Figures for the third quarter',
    with: [helena],
    turns: [
      {
        ago: '12 08:30',
        from: helena,
        text: `Dear Nora,\n\nplease find the figures attached. In short: the library carries the year, the competition does not, and the coffee is the third largest item.\n\nHelena`,
        files: ['third-quarter.pdf'],
      },
      { ago: '12 09:45', from: 'me', text: `Dear Helena,\n\nthank you. The coffee stays.\n\nNora` },
    ],
  },
  {
    subject: 'Lecture at the school of building',
    with: [jansen],
    turns: [
      {
        ago: '14 15:30',
        from: jansen,
        text: `Dear Ms Lindqvist,\n\nwould you speak to our second-years about windows? Forty minutes, any Tuesday in January, and they do ask questions.\n\nArno Jansen`,
      },
      {
        ago: '13 10:00',
        from: 'me',
        text: `Dear Professor Jansen,\n\ngladly, the third Tuesday. I will bring a window, if somebody helps me carry it.\n\nNora Lindqvist`,
      },
      { ago: '13 10:44', from: jansen, text: `Sixty people will fight over it.\n\nArno Jansen` },
    ],
  },
  {
    subject: 'Your payslip',
    with: [payroll],
    turns: [
      {
        ago: '3 05:00',
        from: payroll,
        text: `Hello Nora,\n\nyour payslip for this month is attached. It will stay in your personal file for ten years.\n\nLarkfield Payroll`,
        files: ['payslip.pdf'],
      },
    ],
  },
  {
    subject: 'Lunch on {b+1}',
    with: [tomas, yuki],
    turns: [
      {
        ago: '8m',
        from: yuki,
        text: `Noodles on {b+1}? The new place has a window one can sit in. Research!\n\nYuki`,
        unread: true,
      },
    ],
  },
]

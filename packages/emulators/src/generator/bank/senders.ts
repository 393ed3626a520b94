import type { StoryPerson } from '../write/story-message.ts'

export interface Newsletter {
  from: StoryPerson
  colour: string
  /** Id of the list, as in List-Id. */
  list: string
  issues: ReadonlyArray<{ subject: string; lead: string; items: ReadonlyArray<readonly [string, string]> }>
}

export const newsletters: readonly Newsletter[] = [
  {
    from: { name: 'The Morning Tide', email: 'hello@morningtide.example' },
    colour: '#0b5c7a',
    list: 'daily.morningtide.example',
    issues: [
      {
        subject: 'Ferries go electric, and the price of a good tomato',
        lead: 'Good morning. Five minutes of news before the coffee gets cold.',
        items: [
          [
            'The 8:10 to the islands is quiet now',
            'The first battery ferry took 212 passengers across the sound on Monday. The loudest thing on board was a dog.',
          ],
          [
            'Why tomatoes cost more and taste less',
            'Growers blame the spring, shops blame the growers. We asked both, and then we asked a cook.',
          ],
          [
            'A library that lends rain coats',
            'It rains 190 days a year here. Somebody finally did something about it.',
          ],
        ],
      },
      {
        subject: 'The bridge opens on Saturday',
        lead: 'Good morning. Bring a scarf, there is wind in today’s issue.',
        items: [
          [
            'Nine years, one bridge',
            'On Saturday at noon the new footbridge opens. The engineers ask you, politely, not to jump in step.',
          ],
          [
            'Rents rise slower than expected',
            'Two per cent since the summer. The tenants’ union calls it a breather.',
          ],
          ['Swimming until November', 'The harbour bath stays open. The water does not get warmer.'],
        ],
      },
      {
        subject: 'Snow before the weekend?',
        lead: 'Good morning. The short answer is: perhaps.',
        items: [
          [
            'Perhaps, says the forecast',
            'Two models out of three see snow on Friday night. The third one sees a mild evening.',
          ],
          [
            'Night trains are sold out until January',
            'More carriages are promised for the spring timetable.',
          ],
          [
            'The baker’s dozen',
            'A small bakery on Mill Lane gives thirteen rolls for twelve, and explains why.',
          ],
        ],
      },
      {
        subject: 'What the city will build next year',
        lead: 'Good morning. The budget is out, all 412 pages of it. We read them so that you need not.',
        items: [
          [
            'A swimming pool, two schools, forty kilometres of cycle path',
            'And a reserve for what nobody thought of.',
          ],
          ['The harbour library gets its reading room', 'With windows to the water, as drawn.'],
        ],
      },
    ],
  },
  {
    from: { name: 'Grain & Hearth', email: 'letters@grainandhearth.example' },
    colour: '#9a4b16',
    list: 'recipes.grainandhearth.example',
    issues: [
      {
        subject: 'One pot, six suppers',
        lead: 'Beans first, everything else later. This week we cook once and eat twice.',
        items: [
          ['White beans with sage', 'Forty minutes, most of them without you.'],
          ['What to do with the rest on Tuesday', 'Toast, lemon, a fried egg. That is the whole recipe.'],
        ],
      },
      {
        subject: 'The bread that forgives you',
        lead: 'You may forget it in the fridge for two days. It gets better.',
        items: [
          ['Overnight rye', 'Four ingredients, one bowl, no kneading.'],
          ['Readers ask: my crust is pale', 'Hotter, longer, and leave the door shut.'],
        ],
      },
      {
        subject: 'Plum cake weather',
        lead: 'The last plums are here, and they are cheap.',
        items: [
          ['Sheet cake with plums and almonds', 'Feeds twelve, or four twice and a neighbour.'],
          ['Jam without a thermometer', 'A cold plate tells you all you need.'],
        ],
      },
    ],
  },
  {
    from: { name: 'Section: notes on building', email: 'editors@section-journal.example' },
    colour: '#333a44',
    list: 'notes.section-journal.example',
    issues: [
      {
        subject: 'Timber towers and the people who insure them',
        lead: 'Issue 88. On fire tests, patience and a school made of spruce.',
        items: [
          [
            'Eighteen floors of wood',
            'We spent a week on site with the carpenters. They are not as calm as they look.',
          ],
          ['The insurer’s view', '“Show me how it burns, then we talk.” An interview.'],
          ['Competition: a market hall for 400 stalls', 'Entries close in six weeks.'],
        ],
      },
      {
        subject: 'Small windows, large rooms',
        lead: 'Issue 89. A house in the north that is brighter than it should be.',
        items: [
          ['A reading room by the water', 'How a small team convinced a large harbour.'],
          ['Details: the sill you sit on', 'Six sections, one to five.'],
        ],
      },
    ],
  },
  {
    from: { name: 'Fjell & Fjord', email: 'news@fjellfjord.example' },
    colour: '#1d6b46',
    list: 'offers.fjellfjord.example',
    issues: [
      {
        subject: 'Winter jackets: 30 % until Sunday',
        lead: 'Warm, dry, and repaired for free as long as you own it.',
        items: [
          ['The Storhei jacket, now € 189', 'Recycled down, four pockets, one of them for a thermos.'],
          ['Wool for the second layer', 'Socks, shirts and the hat everybody asks about.'],
        ],
      },
      {
        subject: 'Your old tent has a second life',
        lead: 'Bring it in, get a voucher. We mend it and pass it on.',
        items: [['How the exchange works', 'Any brand, any colour, as long as the poles are there.']],
      },
    ],
  },
  {
    from: { name: 'Tallow Records', email: 'mailout@tallow.example' },
    colour: '#5a2a82',
    list: 'mailout.tallow.example',
    issues: [
      {
        subject: 'New on Friday: four records and a cassette',
        lead: 'Yes, a cassette. We had the machine, so we used it.',
        items: [
          ['Holm/Berg – Low Water', 'Two cellos and a lot of room.'],
          ['Night Shift – Live at the Boathouse', 'You can hear the rain on the roof.'],
        ],
      },
      {
        subject: 'Tickets: Low Water on tour',
        lead: 'Nine evenings, small rooms, bring a cushion.',
        items: [
          ['Dates and places', 'From the 4th, north to south. The last one is in the harbour library.'],
        ],
      },
    ],
  },
]

export interface Shop {
  from: StoryPerson
  name: string
  kind: 'order' | 'train' | 'flight' | 'hotel' | 'table'
  goods: ReadonlyArray<readonly [string, number]>
}

export const shops: readonly Shop[] = [
  {
    from: { name: 'Paperhaus', email: 'orders@paperhaus.example' },
    name: 'Paperhaus',
    kind: 'order',
    goods: [
      ['Layout pad A3, 50 sheets', 1890],
      ['Fineliner set, 0.1 to 0.8', 2450],
      ['Drawing board, oak', 14900],
      ['Washi tape, six rolls', 1120],
      ['Cutting mat A2', 3290],
    ],
  },
  {
    from: { name: 'Korn Market', email: 'service@kornmarket.example' },
    name: 'Korn Market',
    kind: 'order',
    goods: [
      ['Coffee, whole beans, 1 kg', 1790],
      ['Olive oil, 3 l', 3450],
      ['Rye flour, 5 kg', 890],
      ['Oat drink, 12 × 1 l', 1980],
    ],
  },
  {
    from: { name: 'Nordbahn', email: 'tickets@nordbahn.example' },
    name: 'Nordbahn',
    kind: 'train',
    goods: [
      ['Nordhafen – Hamburg', 4290],
      ['Nordhafen – Copenhagen', 6490],
      ['Hamburg – Basel, couchette', 9900],
    ],
  },
  {
    from: { name: 'Aria Air', email: 'no-reply@ariaair.example' },
    name: 'Aria Air',
    kind: 'flight',
    goods: [
      ['HAM–LIS', 15840],
      ['LIS–HAM', 13920],
      ['HAM–ARN', 9870],
    ],
  },
  {
    from: { name: 'Casa da Ponte', email: 'reservas@casadaponte.example' },
    name: 'Casa da Ponte, Lisbon',
    kind: 'hotel',
    goods: [
      ['Double room with a view of the river, 4 nights', 43600],
      ['Single room to the garden, 2 nights', 17800],
    ],
  },
  {
    from: { name: 'Bord & Stol', email: 'hej@bordochstol.example' },
    name: 'Bord & Stol',
    kind: 'table',
    goods: [
      ['Table for two', 0],
      ['Table for six by the window', 0],
    ],
  },
]

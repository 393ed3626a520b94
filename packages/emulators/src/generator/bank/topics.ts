/**
 * A subject people write about: the first message of a thread and possible answers. `{…}` is filled from `fillings`.
 */
export interface StoryTopic {
  subject: string
  opening: readonly string[]
  answers: readonly string[]
  /** Files that come with the first message. */
  files?: readonly string[]
}

export const fillings: Record<string, readonly string[]> = {
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  later: ['Monday week', 'the 18th', 'the end of the month', 'next Friday'],
  time: ['9:30', '10:00', '11:15', '14:00', '15:30', '16:45'],
  place: ['the harbour library', 'the Nordhafen site', 'Mill Lane 12', 'the west wing', 'the boathouse'],
  part: ['roof', 'façade', 'staircase', 'reading room', 'courtyard', 'entrance'],
  amount: ['€ 4,280', '€ 12,950', '€ 780', '€ 31,400', '€ 2,115'],
  less: ['€ 1,990', '€ 3,640', '€ 11,200'],
  number: ['3', '4', '6', '7', '12', '18'],
  thing: ['drawings', 'estimate', 'schedule', 'samples', 'photos', 'minutes'],
  person: ['Aisha', 'Tomás', 'Greta', 'Ben', 'Yuki', 'Clara', 'Daniel', 'Maeve'],
}

export const topics: readonly StoryTopic[] = [
  {
    subject: 'Drawings for {place}, revision {number}',
    opening: [
      'here is revision {number} of the drawings for {place}. The {part} moved by forty centimetres, everything else follows from that.',
      'Could you look over the section before {day}? The contractor would like to order the steel that afternoon.',
    ],
    answers: [
      'Thanks. The section looks right to me, but the dimension at the {part} is still the old one.',
      'Good catch, fixed in the file. I also moved the note about the drain so that it no longer covers the door.',
      'Then it is settled from my side. I will print two sets for {later}.',
    ],
    files: ['drawings.pdf'],
  },
  {
    subject: 'Lunch on {day}?',
    opening: [
      'are you in town on {day}? The little place by the canal has opened again and I owe you a lunch.',
      '{time} would suit me, later works as well.',
    ],
    answers: [
      'You do owe me one! {time} is perfect. Shall I bring {person}?',
      'Of course, the more the merrier. I booked a table outside under my name.',
      'Running ten minutes late, please order me the soup.',
    ],
  },
  {
    subject: 'Estimate for the {part}',
    opening: [
      'the estimate for the {part} has come in at {amount}, which is more than we had put aside.',
      'Two items look odd to me: the scaffolding is counted twice and the delivery is charged per pallet. Can you ask them?',
    ],
    answers: [
      'I called them. The scaffolding was indeed in there twice, they will send a new sheet today.',
      'New total is {less}. I can live with that.',
      'So can I. Please go ahead and I will tell the client by {later}.',
    ],
    files: ['estimate.pdf'],
  },
  {
    subject: 'Minutes of {day}',
    opening: [
      'thanks for coming, that was a short and useful meeting. The minutes are below; shout if I got something wrong.',
      '1. The {part} goes ahead as drawn.\n2. {person} asks the city about the permit.\n3. We meet again in {number} days.',
    ],
    answers: [
      'One small thing: it was me who offered to ask the city, not {person}. Otherwise perfect.',
      'Corrected, thank you. I have put the new version in the project folder.',
    ],
  },
  {
    subject: 'Keys for {place}',
    opening: [
      'who has the keys for {place} at the moment? The surveyor comes on {day} at {time} and I would rather not climb the fence again.',
    ],
    answers: [
      'I have them. I can leave them at the front desk tonight.',
      'Wonderful. I will put them back into the box by {later}.',
      'They are back. Please write your name on the list when you take them, the list has been empty since spring.',
    ],
  },
  {
    subject: 'Photos from the weekend',
    opening: [
      'I finally went through the photos. {number} of them are good, two are very good, and one shows you asleep in the boat.',
      'I kept the last one for your birthday.',
    ],
    answers: [
      'You wouldn’t dare! The one at the jetty is lovely, may I have it in full size?',
      'Attached. Print it large, the light is worth it.',
    ],
    files: ['jetty.png'],
  },
  {
    subject: 'Holiday cover in July',
    opening: [
      'before we all book the same two weeks: who can cover the phones in July? I would like to be away from the 6th to the 17th.',
    ],
    answers: [
      'I can take the first week, but not the second, that is the school play.',
      'I’ll take the second. Please leave a note about the tender, I know nothing about it.',
      'Done, the note is in the folder, with phone numbers. Thank you both.',
    ],
  },
  {
    subject: 'Noise from the {part}',
    opening: [
      'the neighbours called again about the noise. They are right, I am afraid: we started drilling at seven.',
      'Could we agree that nothing loud happens before {time}?',
    ],
    answers: [
      'Agreed, and sorry. I told the crew this morning.',
      'Thank you. I will go over with a cake on Saturday, that helped last time.',
    ],
  },
  {
    subject: 'Interview on {day}',
    opening: [
      'the candidate for the second desk comes on {day} at {time}. Her portfolio is attached; have a look at the housing project on page {number}.',
      'I would like you to ask about site experience, {person} takes the drawing part.',
    ],
    answers: [
      'Read it on the train. The housing project is excellent. I will be there.',
      'I liked her a lot. Shall we offer?',
      'Yes. I will write to her tonight.',
    ],
    files: ['portfolio.pdf'],
  },
  {
    subject: 'Your bicycle',
    opening: [
      'somebody has parked a van in front of your bicycle and left for lunch. I took a picture of the plate in case you need it.',
    ],
    answers: [
      'Ha, thank you. I walked home. Is it still there?',
      'The van is gone, the bicycle is not. All well.',
    ],
  },
  {
    subject: 'Samples of the floor',
    opening: [
      'three samples of the oak floor are on my desk: oiled, soaped and one that I do not like but {person} does.',
      'The oiled one costs {amount} more for the whole floor.',
    ],
    answers: [
      'I looked at them this morning with the light from the north. Soaped, clearly.',
      'Then soaped it is. I’ll order today, delivery takes {number} weeks.',
    ],
  },
  {
    subject: 'Permit for the {part}',
    opening: [
      'the city has answered. They accept the {part} but want a drawing of the escape route in one to fifty.',
      'It should reach them before {later}, otherwise we wait for the next meeting.',
    ],
    answers: [
      'I can draw it tomorrow. Do they want it on paper?',
      'On paper, twice, and signed. I know.',
      'Signed and brought there in person. The clerk says hello.',
    ],
    files: ['letter-from-the-city.pdf'],
  },
  {
    subject: 'Choir on {day}',
    opening: [
      'the hall is closed this week, so we sing at Priya’s. {time}, bring the blue folder and something to drink.',
    ],
    answers: [
      'I will be there, with a cold but with wine.',
      'Please stay on the other side of the room, tenor.',
    ],
  },
  {
    subject: 'Invoice {number} is still open',
    opening: [
      'our accounts show that invoice {number} for {amount} hasn’t been paid. It was due two weeks ago; perhaps it was lost in the post?',
    ],
    answers: [
      'You are right, it was waiting for a signature. It goes out today.',
      'It has arrived, many thanks. No hard feelings.',
    ],
    files: ['invoice.pdf'],
  },
  {
    subject: 'The printer again',
    opening: [
      'the large printer draws a thin blue line through everything wider than an A2. I have cleaned the head twice.',
      'Can we wait until {day} or shall I send the set to the print shop?',
    ],
    answers: [
      'Send it out, please. The mechanic comes on {later}.',
      'It was a dead fly. I am not making this up.',
    ],
  },
  {
    subject: 'The {part} and the rain',
    opening: [
      'it came through the {part} last night, not much, but exactly onto the plotter. I put a bucket under it and a photograph into the folder.',
    ],
    answers: [
      'I called the roofer. He comes on {day} and says it is the flashing. It is always the flashing.',
      'It was the flashing. Dry since then; I have put the bucket away.',
    ],
    files: ['bucket.png'],
  },
  {
    subject: 'Train to the site on {day}',
    opening: [
      'the fast train does not stop in Nordhafen that day, they are mending the points. Shall we take the {time} or drive?',
    ],
    answers: [
      'Train, please. I have things to read and the car has a cough.',
      'Two seats booked, in the quiet coach. Bring coffee.',
    ],
  },
  {
    subject: 'Recipe for the soup',
    opening: [
      'everybody asks for it, so here it is: onions, patience, {number} carrots, smoked paprika. The secret is the patience.',
    ],
    answers: [
      'Made it last night. My patience ran out at twenty minutes and it was still wonderful.',
      'You used the sweet paprika, admit it.',
    ],
  },
  {
    subject: 'Measurements of the {part}',
    opening: [
      'we measured the {part} again with the laser. It is 3 cm shorter than in the plans from 1931, and nobody living is to blame.',
    ],
    answers: [
      'Then the steps become 17.2 instead of 17.5. I can live with that.',
      'So can my knees. Drawn and sent.',
    ],
    files: ['survey.pdf'],
  },
  {
    subject: 'Can you read this over?',
    opening: [
      'I have written the text for the panel at {place} and now I cannot see it any more. Is it too long? It feels too long.',
    ],
    answers: [
      'It is a third too long and the last sentence is the best. Begin with it.',
      'Begun with it. You were right, thank you.',
    ],
    files: ['panel-text.pdf'],
  },
  {
    subject: 'Somebody’s umbrella',
    opening: [
      'there has been a red umbrella in the meeting room since {day}. It has a duck for a handle. Whose is it?',
    ],
    answers: ['Mine. I will not be laughed at.', 'Nobody laughs. We are all jealous of the duck.'],
  },
  {
    subject: 'Offer for the {part}: two questions',
    opening: [
      'thank you for the offer of {amount}. Two questions before we sign: is the scaffold included, and does the price hold until {later}?',
    ],
    answers: [
      'Included, and yes, it holds. We would begin in {number} weeks.',
      'Then please begin. The order is attached and signed.',
    ],
    files: ['offer.pdf'],
  },
  {
    subject: 'Walk on Sunday',
    opening: ['the forecast says sun until three. Along the shore to the lighthouse and back with the bus?'],
    answers: [
      'Yes! I’ll bring the thermos, you bring the biscuits that survived.',
      'None survived. I will bake.',
    ],
  },
  {
    subject: 'Plan for {place}, who does what',
    opening: [
      'so that nothing falls through the cracks: {person} draws, I write, the model is due on {day}. What have I forgotten?',
    ],
    answers: ['The permit, the photographs and lunch.', 'Added in this order. Lunch is on {day} at {time}.'],
  },
  {
    subject: 'Cinema tonight?',
    opening: [
      'they’re showing the old one about the lighthouse keeper, {time}, the small room. I have two seats and one cold.',
    ],
    answers: ['I have the other cold. See you there.', 'I slept through the middle. Was there a storm?'],
  },
]

/** Prefixes that mail programs of other languages put in front of a subject. */
export const prefixes = ['Re: ', 'Re: ', 'Re: ', 'RE: ', 'AW: ', 'SV: ', 'Rif: ']

export const greetings = ['Hi {name},', 'Hello {name},', 'Dear {name},', '{name},', 'Hej {name},']
export const closings = ['Best,', 'Thanks,', 'See you soon,', 'Cheers,', 'Kind regards,']

/**
 * Wording of messages about a booking. A stranger chose the recipient, so messages to that address repeat nothing the
 * stranger wrote.
 */
export interface LetterWords {
  confirmed: string
  moved: string
  cancelled: string
  /** To who booked. */
  intro: Record<'confirmed' | 'moved' | 'cancelled', (name: string, owner: string) => string>
  when: (when: string, zone: string) => string
  where: (place: string) => string
  manage: (address: string) => string
  /** To the owner. */
  notice: Record<'confirmed' | 'moved' | 'cancelled', (who: string, name: string) => string>
  /** To the owner, about what they did themselves. */
  byYou: Record<'moved' | 'cancelled', (who: string, name: string) => string>
  note: string
}

const en: LetterWords = {
  confirmed: 'Confirmed',
  moved: 'Moved',
  cancelled: 'Cancelled',
  intro: {
    confirmed: (name, owner) => `Your appointment “${name}” with ${owner} is confirmed.`,
    moved: (name, owner) => `Your appointment “${name}” with ${owner} has a new time.`,
    cancelled: (name, owner) => `Your appointment “${name}” with ${owner} was cancelled.`,
  },
  when: (when, zone) => `When: ${when} (${zone})`,
  where: (place) => `Where: ${place}`,
  manage: (address) => `Cancel it or choose another time: ${address}`,
  notice: {
    confirmed: (who, name) => `${who} has booked “${name}”.`,
    moved: (who, name) => `${who} has moved “${name}”.`,
    cancelled: (who, name) => `${who} has cancelled “${name}”.`,
  },
  byYou: {
    moved: (who, name) => `You have moved “${name}” with ${who}, who was told so.`,
    cancelled: (who, name) => `You have cancelled “${name}” with ${who}, who was told so.`,
  },
  note: 'Their note:',
}

const de: LetterWords = {
  confirmed: 'Bestätigt',
  moved: 'Verschoben',
  cancelled: 'Abgesagt',
  intro: {
    confirmed: (name, owner) => `Ihr Termin „${name}“ mit ${owner} ist bestätigt.`,
    moved: (name, owner) => `Ihr Termin „${name}“ mit ${owner} hat eine neue Zeit.`,
    cancelled: (name, owner) => `Ihr Termin „${name}“ mit ${owner} wurde abgesagt.`,
  },
  when: (when, zone) => `Wann: ${when} (${zone})`,
  where: (place) => `Wo: ${place}`,
  manage: (address) => `Absagen oder eine andere Zeit wählen: ${address}`,
  notice: {
    confirmed: (who, name) => `${who} hat „${name}“ gebucht.`,
    moved: (who, name) => `${who} hat „${name}“ verschoben.`,
    cancelled: (who, name) => `${who} hat „${name}“ abgesagt.`,
  },
  byYou: {
    moved: (who, name) => `Sie haben „${name}“ mit ${who} verschoben; das wurde mitgeteilt.`,
    cancelled: (who, name) => `Sie haben „${name}“ mit ${who} abgesagt; das wurde mitgeteilt.`,
  },
  note: 'Notiz dazu:',
}

export const letterWords: Readonly<Record<'en' | 'de', LetterWords>> = { en, de }

/** Texts of the pages that strangers see, in the language that their browser asks for. */
export interface PublicWords {
  lang: 'en' | 'de'
  /** How dates and times are written. */
  locale: string
  nothingHere: string
  nothingHereText: string
  shared: string
  calendarOf: (owner: string) => string
  views: Readonly<Record<'month' | 'week' | 'day' | 'agenda', string>>
  view: string
  previous: string
  next: string
  today: string
  busy: string
  free: string
  untitled: string
  allDay: string
  nothingPlanned: string
  notShared: string
  more: (count: number) => string
  cutOff: (most: string) => string
  timesIn: (zone: string) => string
  with: (names: string) => string
  calendarFile: string
  freeBusyFile: string
  weekOf: (day: string) => string
  from: (day: string) => string
  bookWith: (owner: string) => string
  minutes: (count: number) => string
  chooseTime: string
  noTimes: string
  /** The way to a month, and what a day in it says that has something free. */
  month: (month: string) => string
  freeOn: (day: string) => string
  timeZone: string
  showTimes: string
  yourName: string
  yourEmail: string
  yourNote: string
  noteHint: string
  book: string
  taken: string
  closed: string
  problems: Readonly<Record<'slot' | 'name' | 'email' | 'note', string>>
  tooMany: (minutes: number) => string
  /** Label of the hidden field, and the error for filling it in. */
  leaveEmpty: string
  notEmpty: string
  booked: string
  bookedText: string
  bookAnother: string
  yourAppointment: string
  appointmentWith: (name: string, owner: string) => string
  isCancelled: (owner: string) => string
  isMoved: string
  tooLate: (owner: string) => string
  cancelAppointment: string
  moveAppointment: string
  moveTo: string
  addToCalendar: string
  changeOrCancel: string
  confirmCancel: string
  keepAppointment: string
}

const en: PublicWords = {
  lang: 'en',
  locale: 'en-GB',
  nothingHere: 'There is nothing here',
  nothingHereText:
    'The address is not right, or it does not work any more. Ask whoever gave it to you for a new one.',
  shared: 'Shared calendar',
  calendarOf: (owner) => `${owner}’s calendar`,
  views: { month: 'Month', week: 'Week', day: 'Day', agenda: 'Agenda' },
  view: 'View',
  previous: 'Earlier',
  next: 'Later',
  today: 'Today',
  busy: 'Busy',
  free: 'Free',
  untitled: '(No title)',
  allDay: 'All day',
  nothingPlanned: 'Nothing planned',
  notShared: 'Not shared',
  more: (count) => `${count} more`,
  cutOff: (most) => `There is more than fits here: only the first ${most} entries are shown.`,
  timesIn: (zone) => `All times are in ${zone.replaceAll('_', ' ')}.`,
  with: (names) => `With ${names}`,
  calendarFile: 'Calendar file',
  freeBusyFile: 'Free/busy file',
  weekOf: (day) => `Week of ${day}`,
  from: (day) => `From ${day}`,
  bookWith: (owner) => `Book a time with ${owner}`,
  minutes: (count) => `${count} minutes`,
  chooseTime: 'Choose a time',
  noTimes: 'No time is free in this week.',
  month: (month) => `Show ${month}`,
  freeOn: (day) => `${day}: free times`,
  timeZone: 'Time zone',
  showTimes: 'Show times',
  yourName: 'Your name',
  yourEmail: 'Your email address',
  yourNote: 'Note',
  noteHint: 'Anything worth knowing beforehand.',
  book: 'Book',
  taken: 'That time has just been taken. Please choose another one.',
  closed: 'Nothing can be booked here at the moment.',
  problems: {
    slot: 'That time is not offered any more. Please choose another one.',
    name: 'Please enter your name, in 120 characters at most.',
    email: 'Please enter an email address, like ann@example.org.',
    note: 'Please keep the note within 2,000 characters.',
  },
  leaveEmpty: 'Leave this empty',
  notEmpty: 'A field that is for no one was filled in. It is empty again: please send the form once more.',
  tooMany: (minutes) =>
    `There were too many attempts from your network. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  booked: 'Your time is booked',
  bookedText:
    'A confirmation is on its way to you by mail. With the link in it you can cancel or choose another time.',
  bookAnother: 'Back to the times',
  yourAppointment: 'Your appointment',
  appointmentWith: (name, owner) => `${name}, with ${owner}`,
  isCancelled: (owner) =>
    `This appointment is cancelled. To ask ${owner} for another one, please answer the mail with the link to this page.`,
  isMoved: 'Your appointment has a new time.',
  tooLate: (owner) =>
    `It is too late to change this here. To tell ${owner}, please answer the mail with the link to this page.`,
  cancelAppointment: 'Cancel the appointment',
  moveAppointment: 'Choose another time',
  moveTo: 'Move to this time',
  addToCalendar: 'Add to calendar',
  changeOrCancel: 'Change or cancel',
  confirmCancel: 'Cancel this appointment?',
  keepAppointment: 'Keep it',
}

const de: PublicWords = {
  lang: 'de',
  locale: 'de-DE',
  nothingHere: 'Hier ist nichts',
  nothingHereText:
    'Die Adresse stimmt nicht oder gilt nicht mehr. Bitte fragen Sie dort, wo Sie diese bekommen haben, nach einer neuen.',
  shared: 'Geteilter Kalender',
  calendarOf: (owner) => `Kalender von ${owner}`,
  views: { month: 'Monat', week: 'Woche', day: 'Tag', agenda: 'Liste' },
  view: 'Ansicht',
  previous: 'Früher',
  next: 'Später',
  today: 'Heute',
  busy: 'Beschäftigt',
  free: 'Frei',
  untitled: '(Ohne Titel)',
  allDay: 'Ganztägig',
  nothingPlanned: 'Nichts geplant',
  notShared: 'Nicht geteilt',
  more: (count) => `${count} weitere`,
  cutOff: (most) => `Es ist mehr, als hier Platz hat: Nur die ersten ${most} Einträge werden gezeigt.`,
  timesIn: (zone) => `Alle Zeiten in ${zone.replaceAll('_', ' ')}.`,
  with: (names) => `Mit ${names}`,
  calendarFile: 'Kalenderdatei',
  freeBusyFile: 'Frei/Belegt-Datei',
  weekOf: (day) => `Woche ab ${day}`,
  from: (day) => `Ab ${day}`,
  bookWith: (owner) => `Einen Termin mit ${owner} buchen`,
  minutes: (count) => `${count} Minuten`,
  chooseTime: 'Zeit wählen',
  noTimes: 'In dieser Woche ist nichts frei.',
  month: (month) => `${month} zeigen`,
  freeOn: (day) => `${day}: freie Zeiten`,
  timeZone: 'Zeitzone',
  showTimes: 'Zeiten zeigen',
  yourName: 'Ihr Name',
  yourEmail: 'Ihre E-Mail-Adresse',
  yourNote: 'Notiz',
  noteHint: 'Falls es vorab etwas zu wissen gibt.',
  book: 'Buchen',
  taken: 'Diese Zeit wurde gerade vergeben. Bitte wählen Sie eine andere.',
  closed: 'Hier lässt sich im Moment nichts buchen.',
  problems: {
    slot: 'Diese Zeit wird nicht mehr angeboten. Bitte wählen Sie eine andere.',
    name: 'Bitte geben Sie Ihren Namen ein, höchstens 120 Zeichen.',
    email: 'Bitte geben Sie eine E-Mail-Adresse ein, etwa anna@example.org.',
    note: 'Bitte kürzen Sie die Notiz auf höchstens 2.000 Zeichen.',
  },
  leaveEmpty: 'Bitte frei lassen',
  notEmpty:
    'Ein Feld, das für niemanden ist, war ausgefüllt. Es ist wieder leer: Bitte senden Sie das Formular noch einmal ab.',
  tooMany: (minutes) =>
    `Aus Ihrem Netz kamen zu viele Versuche. Bitte versuchen Sie es in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} wieder.`,
  booked: 'Ihr Termin ist gebucht',
  bookedText:
    'Eine Bestätigung kommt per E-Mail. Über den Link darin können Sie absagen oder eine andere Zeit wählen.',
  bookAnother: 'Zurück zu den Zeiten',
  yourAppointment: 'Ihr Termin',
  appointmentWith: (name, owner) => `${name}, mit ${owner}`,
  isCancelled: (owner) =>
    `Dieser Termin ist abgesagt. Für einen neuen antworten Sie ${owner} bitte auf die E-Mail mit dem Link zu dieser Seite.`,
  isMoved: 'Ihr Termin hat eine neue Zeit.',
  tooLate: (owner) =>
    `Für Änderungen hier ist es zu spät. Bitte antworten Sie ${owner} auf die E-Mail mit dem Link zu dieser Seite.`,
  cancelAppointment: 'Termin absagen',
  moveAppointment: 'Eine andere Zeit wählen',
  moveTo: 'Auf diese Zeit verschieben',
  addToCalendar: 'Zum Kalender hinzufügen',
  changeOrCancel: 'Ändern oder absagen',
  confirmCancel: 'Diesen Termin absagen?',
  keepAppointment: 'Termin behalten',
}

const american: PublicWords = { ...en, locale: 'en-US' }

/** By a browser's Accept-Language, in its own order (RFC 9110 §12.5.4); English where it names neither. */
export function publicWords(acceptLanguage: string | undefined): PublicWords {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    if (/^de(-|$)/.test(tag)) return de
    if (tag === 'en-us') return american
    if (/^en(-|$)/.test(tag)) return en
  }
  return en
}

import type { Catalogues } from '../catalogues.ts'

export const notify: Catalogues['notify'] = {
  newMail: 'Neue E-Mail',
  noSubject: '(kein Betreff)',
  archive: 'Archivieren',
  read: 'Als gelesen markieren',
  title: 'Benachrichtigungen',
  text: 'Auf diesem Gerät Bescheid geben, wenn Neues im Posteingang ist, auch wenn plMail geschlossen ist.',
  on: 'Auf diesem Gerät benachrichtigen',
  who: 'Worüber',
  choices: {
    all: 'Alle E-Mails',
    known: 'Nur von Menschen, denen ich geschrieben habe',
    important: 'Nur Wichtiges',
  },
  quiet: 'Ruhezeit',
  quietText: 'In dieser Zeit wird nichts gezeigt; es gilt die Uhr dieses Geräts.',
  from: 'Von',
  to: 'bis',
  problems: {
    unsupported:
      'Dieser Browser ist nicht erreichbar, während plMail geschlossen ist. Nötig sind https und Unterstützung für Web Push.',
    blocked:
      'Benachrichtigungen dieser Seite sind im Browser gesperrt. Erlauben Sie sie zuerst in seinen Einstellungen.',
    refused: 'Dieses Gerät konnte nicht angemeldet werden. Versuchen Sie es später noch einmal.',
  },
}

import type { Catalogues } from '../catalogues.ts'
import { counted, size } from '../numbers.ts'

export const session: Catalogues['session'] = {
  signIn: {
    title: 'Anmelden, um weiterzumachen',
    text: 'Ihre Sitzung ist zu Ende. Nichts ist verloren: Was Sie geschrieben und geändert haben, ist noch da.',
    waiting: (n) =>
      `${counted(n, 'Änderung wird', 'Änderungen werden')} gesendet, sobald Sie sich angemeldet haben.`,
    as: 'Sie waren angemeldet als',
    password: 'Passwort',
    submit: 'Anmelden',
    wrong: 'Das Passwort stimmt nicht.',
    tooMany: 'Zu viele Fehlversuche. Versuchen Sie es in einigen Minuten noch einmal.',
    elsewhere: 'Als jemand anderes anmelden',
  },
  signOut: {
    title: 'Jetzt abmelden?',
    text: (n) =>
      `${counted(n, 'Änderung hat', 'Änderungen haben')} den Server noch nicht erreicht und ginge${n === 1 ? '' : 'n'} verloren.`,
    anyway: 'Trotzdem abmelden',
  },
  device: {
    title: 'E-Mails auf diesem Gerät',
    text: 'Was Sie öffnen, und das Neueste aus Ihrem Posteingang, bleibt in diesem Browser, damit es sofort da ist und ohne Netz gelesen werden kann. Beim Abmelden wird es gelöscht.',
    keep: 'E-Mails auf diesem Gerät behalten',
    keepText: 'Schalten Sie das auf einem Computer aus, den auch andere benutzen.',
    used: (octets) => `Dieser Browser braucht ${size(octets)} für plMail.`,
    trouble: {
      unwanted: 'Auf diesem Gerät werden keine E-Mails behalten.',
      missing:
        'Dieser Browser lässt plMail nichts behalten, wie in privaten Fenstern. Alles funktioniert, aber nur mit Netz.',
      full: 'Auf diesem Gerät ist kein Platz mehr. Was schon da ist, kann gelesen werden; Neues kommt nicht dazu.',
    },
    install: 'plMail als App installieren',
    installText: 'Sie bekommt ein eigenes Fenster und ein eigenes Symbol.',
  },
}

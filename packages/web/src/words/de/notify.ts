import type { Catalogues } from '../catalogues.ts'

export const notify: Catalogues['notify'] = {
  shown: {
    newMail: (n) => (n === 1 ? 'Neue Nachricht' : `${n} neue Nachrichten`),
    something: 'Vielleicht ist neue Post da',
    noSubject: '(kein Betreff)',
    archive: 'Archivieren',
    read: 'Als gelesen markieren',
    reminder: 'Erinnerung',
    noTitle: '(kein Titel)',
    inZone: (time, zone) => `(${time} in ${zone})`,
    snooze: 'In 10 Minuten',
    done: 'Erledigt',
    test: { title: 'Benachrichtigungen kommen an', text: 'So sieht plMail hier aus.' },
  },
  intro:
    'plMail kann sich auf diesem Gerät melden, wenn Post kommt oder ein Termin naht, auch solange es geschlossen ist. Solange Sie hinsehen, bleibt es still.',
  switchOn: 'Auf diesem Gerät benachrichtigen',
  switchOff: 'Auf diesem Gerät beenden',
  isOn: 'Benachrichtigungen sind auf diesem Gerät an.',
  isOff: 'Benachrichtigungen sind auf diesem Gerät aus.',
  mail: 'Neue Post',
  mailHint:
    '„Nur Menschen“ lässt Newsletter, Mailinglisten und alles weg, was Maschinen von selbst schicken. Es zählt nur, was im Posteingang ist.',
  choices: { all: 'Alles', people: 'Nur Menschen', none: 'Nichts' },
  reminders: 'Erinnerungen an Termine',
  content: 'Was gezeigt wird',
  contents: { full: 'Absender und Betreff', none: 'Nur, dass es etwas gibt' },
  contentHint:
    'Wer den Bildschirm dieses Geräts sieht, kann Benachrichtigungen lesen, oft auch solange es gesperrt ist.',
  quiet: 'Ruhezeit',
  quietHint: 'In dieser Zeit wird nichts gezeigt; es gilt die Uhr dieses Geräts.',
  from: 'Von',
  to: 'Bis',
  test: 'Probe senden',
  testing: 'Unterwegs',
  problems: {
    unsupported:
      'Dieser Browser kann keine Benachrichtigungen von Webseiten zeigen. Legen Sie plMail auf iPhone oder iPad zuerst auf den Home-Bildschirm.',
    insecure:
      'Browser erlauben Benachrichtigungen nur über https. Bitten Sie die Person, die diesen Server betreibt, um eine https-Adresse.',
    blocked:
      'Benachrichtigungen dieser Seite sind im Browser gesperrt. Erlauben Sie sie in seinen Einstellungen für diese Seite und versuchen Sie es dann noch einmal.',
    unanswered:
      'Der Browser hat gefragt, ob plMail Sie benachrichtigen darf, und keine Antwort bekommen. Versuchen Sie es noch einmal und erlauben Sie es.',
    'no-service':
      'Dieser Browser erreicht seinen Push-Dienst nicht, der die Nachrichten überbringt. Prüfen Sie das Netz, oder ob dem Browser der Dienst verboten wurde.',
    refused: 'Der Server hat dieses Gerät nicht angenommen. Versuchen Sie es später noch einmal.',
    offline: 'plMail ist gerade nicht erreichbar. Versuchen Sie es noch einmal, sobald Sie verbunden sind.',
  },
  tried: {
    arrived:
      'Die Probe ist angekommen. Wenn Sie keine Benachrichtigung gesehen haben, verbirgt das System dieses Geräts die des Browsers.',
    'not-arrived':
      'Der Push-Dienst hat die Probe angenommen, aber sie ist binnen einer halben Minute nicht angekommen. Prüfen Sie, ob das Gerät Strom spart oder das Netz den Browser aufhält.',
    unconfirmed:
      'Dieses Gerät hat noch nicht bestätigt, dass Nachrichten ankommen. Die Bestätigung wurde noch einmal verschickt: Versuchen Sie es in einer Minute wieder.',
    gone: 'Der Push-Dienst kennt dieses Gerät nicht mehr. Schalten Sie Benachrichtigungen aus und wieder ein.',
    'service-refused':
      'Der Push-Dienst hat die Nachricht dieses Servers abgelehnt. Schalten Sie Benachrichtigungen aus und wieder ein.',
    'service-failed':
      'Der Server hat den Push-Dienst dieses Browsers nicht erreicht. Fragen Sie, wer ihn betreibt, ob er ins Internet darf.',
    'too-often': 'Das waren viele Proben. Versuchen Sie es in einer Stunde noch einmal.',
  },
}

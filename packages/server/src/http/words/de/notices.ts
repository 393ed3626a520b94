/** Sentences with which the modules notify open browsers of events. */
export const notices: Readonly<Record<string, string>> = {
  '“{}”': '„{1}“',
  'A message': 'Eine Nachricht',
  'An event': 'Ein Termin',
  '{} and {} more': '{1} und {2} weitere',
  '{} was not sent to {}.': '{1} wurde nicht an {2} gesendet.',
  '{} was not sent to {}. The mail server said: {}':
    '{1} wurde nicht an {2} gesendet. Der Mailserver sagte: {3}',
  '{} is not sent yet and will be tried again for a day.':
    '{1} ist noch nicht gesendet und wird einen Tag lang weiter versucht.',
  '{} is not sent yet and will be tried again for a day. The mail server said: {}':
    '{1} ist noch nicht gesendet und wird einen Tag lang weiter versucht. Der Mailserver sagte: {2}',
  'Nobody knows whether {} was sent: the connection broke before the mail server answered. It is not sent again, so that nobody gets it twice.':
    'Niemand weiß, ob {1} gesendet wurde: Die Verbindung brach ab, bevor der Mailserver antwortete. Es wird nicht noch einmal gesendet, damit es niemand doppelt bekommt.',
  '{} may not have been sent: the mail server took it, but no copy of it has appeared in Sent. Ask the recipient before you send it again.':
    '{1} wurde vielleicht nicht gesendet: Der Mailserver hat die Nachricht angenommen, aber unter „Gesendet“ ist keine Kopie erschienen. Fragen Sie den Empfänger, bevor Sie sie noch einmal senden.',
  'The mailbox is full at the mail server. What you write is kept here and goes there once there is room. The mail server said: {}':
    'Das Postfach ist beim Mailserver voll. Was Sie schreiben, bleibt hier und kommt dorthin, sobald Platz ist. Der Mailserver sagte: {1}',
  '{} The mail server said: {}': '{1} Der Mailserver sagte: {2}',
  'The new folder could not be created.': 'Der neue Ordner ließ sich nicht anlegen.',
  'A new message could not be stored at the mail server and was taken away again.':
    'Eine neue Nachricht ließ sich beim Mailserver nicht ablegen und wurde wieder entfernt.',
  'The folder could not be renamed or moved and is back where it was.':
    'Der Ordner ließ sich nicht umbenennen oder verschieben und ist wieder, wo er war.',
  'The folder could not be shown or hidden and is as it was.':
    'Der Ordner ließ sich nicht ein- oder ausblenden und ist, wie er war.',
  'The folder could not be deleted and is back.': 'Der Ordner ließ sich nicht löschen und ist wieder da.',
  'A message could not be moved and is back where it was.':
    'Eine Nachricht ließ sich nicht verschieben und ist wieder, wo sie war.',
  'A message could not be deleted and is back.': 'Eine Nachricht ließ sich nicht löschen und ist wieder da.',
  'A change to a message could not be saved and was taken back.':
    'Eine Änderung an einer Nachricht ließ sich nicht speichern und wurde zurückgenommen.',
}

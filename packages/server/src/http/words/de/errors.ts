/** Why JMAP would not do something (RFC 8620 §3.8): parts of sentences, without an end. */
export const errors: Readonly<Record<string, string>> = {
  'Something went wrong here. Reference {}': 'Hier ist etwas schiefgegangen. Kennung {1}',
  'There is nothing of this id': 'Das gibt es nicht mehr',
  'These credentials may only read': 'Mit dieser Anmeldung darf nur gelesen werden',
  'A run can be undone for 24 hours': 'Ein Lauf lässt sich 24 Stunden lang rückgängig machen',
  'The account sends from its own address only': 'Das Konto sendet nur von seiner eigenen Adresse',
  'The account sends from the addresses of its identities only':
    'Das Konto sendet nur von den Adressen seiner Absender',
  'The account answers for its own address only': 'Das Konto antwortet nur für seine eigene Adresse',
  'This is not an address': 'Das ist keine Adresse',
  'An address has a name and a domain': 'Eine Adresse hat einen Namen und eine Domain',
  'There are too many identities': 'Es gibt zu viele Absender',
  'The first identity of an account stays': 'Der erste Absender eines Kontos bleibt',
  'A trusted sender is made and destroyed, never changed':
    'Ein vertrauenswürdiger Absender wird angelegt und entfernt, nie geändert',
  'There are too many trusted senders': 'Es gibt zu viele vertrauenswürdige Absender',
  'Push messages go to https addresses on the internet':
    'Mitteilungen gehen nur an https-Adressen im Internet',
  'The keys must be a P-256 point and 16 bytes': 'Die Schlüssel müssen ein P-256-Punkt und 16 Bytes sein',
  'There are too many push subscriptions': 'Es gibt zu viele Geräte für Mitteilungen',
  'Too many push subscriptions were made in the last hour':
    'In der letzten Stunde wurden zu viele Geräte für Mitteilungen angemeldet',
  'This is not the code that was sent': 'Das ist nicht der Code, der gesendet wurde',
  'No such message, or its sender asks for no receipt':
    'Die Nachricht gibt es nicht, oder sie bittet um keine Lesebestätigung',
  'At most {} receipts are sent in an hour': 'Je Stunde werden höchstens {1} Lesebestätigungen gesendet',
  'The blobs of one call may have {} bytes':
    'Die Dateien eines Aufrufs dürfen zusammen höchstens {1} Bytes haben',
  'The blob is larger than what may hold it': 'Die Datei ist größer als hier erlaubt',
  'Send the whole resource with its blobId': 'Die Ressource ist ganz zu senden, mit ihrer blobId',
  'A resource needs a blobId that is there, and {}':
    'Eine Ressource braucht eine blobId, die es gibt, und {1}',
  'There are too many saved searches': 'Es gibt zu viele gespeicherte Suchen',
  'A sibling has this name': 'An dieser Stelle gibt es schon einen Ordner mit diesem Namen',
  'A mailbox cannot lie within itself': 'Ein Ordner kann nicht in sich selbst liegen',
  'Another mailbox has this role': 'Diese Rolle hat schon ein anderer Ordner',
  'This role comes from the mail server': 'Diese Rolle bestimmt der Mailserver',
  'The mail server keeps this mailbox as it is': 'Der Mailserver lässt diesen Ordner, wie er ist',
  'There are too many links': 'Es gibt zu viele Links',
  'There is no such calendar': 'Diesen Kalender gibt es nicht',
  'There are too many address books': 'Es gibt zu viele Adressbücher',
  'The first two address books and the default one stay':
    'Die ersten beiden Adressbücher und das Standardadressbuch bleiben',
  'The bytes do not begin with a header': 'Die Datei beginnt nicht mit den Kopfzeilen einer Nachricht',
  'A message is in at least one mailbox': 'Eine Nachricht muss in mindestens einem Ordner liegen',
  'That time has passed, or is more than ten years ahead':
    'Dieser Zeitpunkt ist vorbei oder liegt mehr als zehn Jahre in der Zukunft',
  'It is before the start': 'Das liegt vor dem Beginn',
  'The calendar can only be read': 'Der Kalender lässt sich nur lesen',
  'There are too many events': 'Es gibt zu viele Termine',
  'There is an event with this uid in the calendar': 'Diesen Termin gibt es im Kalender schon',
  'There are too many booking pages': 'Es gibt zu viele Buchungsseiten',
  'Nothing can be written into this calendar': 'In diesen Kalender lässt sich nichts schreiben',
  'There are too many rules': 'Es gibt zu viele Regeln',
  'No filter of Email/query that rules can have': 'Mit dieser Bedingung kann eine Regel nichts anfangen',
  'It finds all mail there is': 'Sie trifft auf alle Nachrichten zu, die es gibt',
  'A rule needs something to do': 'Eine Regel braucht mindestens eine Aktion',
  'None of the accounts has a folder of that name': 'Keines der Konten hat einen Ordner mit diesem Namen',
  'Calendars of this account are made at its provider':
    'Kalender dieses Kontos werden bei seinem Anbieter angelegt',
  'There are too many calendars': 'Es gibt zu viele Kalender',
  'The last calendar of your own stays': 'Ihr letzter eigener Kalender bleibt',
  'It is removed where it comes from: at its provider, or with its source':
    'Er lässt sich nur dort entfernen, wo er herkommt: bei seinem Anbieter oder mit seiner Quelle',
  'There are too many contacts': 'Es gibt zu viele Kontakte',
  'The card is larger than this server keeps': 'Der Kontakt ist zu groß für diesen Server',
  'There is a card with this uid': 'Diesen Kontakt gibt es schon',
  'There are too many templates': 'Es gibt zu viele Vorlagen',
}

import type { ServerCatalogues } from '../catalogues.ts'

export const problems: ServerCatalogues['problems'] = {
  'bad-request': 'Die Anfrage ist nicht zu lesen',
  'signed-out': 'Nicht angemeldet',
  'bad-token': 'Kein gültiges Token',
  'not-allowed': 'Nicht erlaubt',
  'cross-site': 'Die Anfrage kommt von einer anderen Website',
  'not-found': 'Nicht gefunden',
  'method-not-allowed': 'Diese Methode gibt es hier nicht',
  'not-acceptable': 'In der gewünschten Form nicht zu haben',
  'too-slow': 'Die Anfrage hat zu lange gedauert',
  conflict: 'Gerade nicht möglich',
  'too-large': 'Zu groß',
  'unsupported-type': 'Diese Art von Inhalt wird nicht verstanden',
  'no-such-range': 'So lang ist es nicht',
  invalid: 'Einige Angaben sind nicht brauchbar',
  'too-many': 'Zu viele Versuche',
  'headers-too-large': 'Die Kopfzeilen sind zu groß',
  failed: 'Hier ist etwas schiefgegangen',
  unavailable: 'Gerade nicht verfügbar',
  'disk-full': 'Der Speicherplatz dieses Servers ist voll, deshalb kann nichts gespeichert werden',
}

import type { Catalogues } from '../catalogues.ts'

export const receipts: Catalogues['receipts'] = {
  label: 'Lesebestätigung',
  asks: (who) => `${who} möchte erfahren, dass Sie dies gelesen haben.`,
  elsewhere: (to) => `Die Bestätigung ginge nicht an den Absender, sondern an ${to}.`,
  send: 'Bestätigung senden',
  ignore: 'Nicht für diese Nachricht',
  never: (who) => `Nie an ${who}`,
  sent: 'Bestätigung gesendet',
  ignored: 'Keine Bestätigung für diese Nachricht',
  neverDone: (who) => `${who} erhält nie eine Bestätigung`,
  undo: 'Rückgängig',
  failed: {
    unreachable: 'Nicht gesendet: Der Server ist nicht zu erreichen.',
    mdnAlreadySent: 'Für diese Nachricht wurde schon eine Bestätigung gesendet.',
    rateLimit: 'Nicht gesendet: Dieses Konto hat in einer Stunde hundert Bestätigungen gesendet.',
    forbidden: 'Nicht gesendet: Die Nachricht verlangt mehr, als sich hier bestätigen lässt.',
    forbiddenFrom: 'Nicht gesendet: Dieses Konto hat keinen eigenen Namen mit Adresse zum Senden.',
    other: 'Nicht gesendet: Der Server hat sie nicht angenommen. Versuchen Sie es noch einmal.',
  },

  read: (who, at) => `${who} hat dies gelesen: ${at}`,
  readSometime: (who) => `${who} hat dies gelesen.`,
  waiting: 'Sie haben um eine Lesebestätigung gebeten. Es ist noch keine gekommen.',

  settings: {
    title: 'Lesebestätigungen',
    intro:
      'Niemand erfährt, dass Sie eine Nachricht gelesen haben, außer Sie senden selbst eine Bestätigung, Nachricht für Nachricht.',
    asking: 'Neue Nachrichten bitten um eine Bestätigung',
    never: 'Absender, die nie eine erhalten',
    none: 'Niemand.',
    remove: (who) => `Bei ${who} wieder fragen`,
    removed: (who) => `Bei ${who} wird wieder gefragt`,
  },
}

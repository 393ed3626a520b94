import type { Catalogues } from '../catalogues.ts'
import { counted } from '../numbers.ts'

export const offline: Catalogues['offline'] = {
  bar: {
    offline: 'Ohne Verbindung',
    waiting: (n) => `${counted(n, 'Änderung wartet', 'Änderungen warten')}`,
    notLasting: 'Sie gehen verloren, wenn dieses Fenster geschlossen wird.',
  },
  tryAgain: 'Noch einmal versuchen',
  newVersion: { text: 'Es gibt eine neue Version von plMail.', reload: 'Für die neue Version neu laden' },
  unreachable:
    'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  opening: 'Wird geöffnet …',
  notOpened: 'Das konnte nicht geöffnet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
}

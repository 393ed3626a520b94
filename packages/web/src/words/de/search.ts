import type { Catalogues } from '../catalogues.ts'
import { counted } from '../numbers.ts'

export const search: Catalogues['search'] = {
  label: 'Post durchsuchen',
  placeholder: 'Post durchsuchen, oder Taste /',
  results: 'Suchergebnisse',
  nothing: 'Nichts passt zu dieser Suche. Nehmen Sie oben etwas davon weg oder versuchen Sie andere Wörter.',
  understood: 'Verstanden als',
  take: (part: string) => `${part} wegnehmen`,
  save: 'Diese Suche speichern',
  saved: 'Die Suche steht jetzt bei den Ordnern',
  notSaved: 'Die Suche ließ sich nicht speichern.',
  kept: 'Gespeicherte Suchen',
  forget: (name: string) => `Die Suche ${name} vergessen`,
  forgotten: (name: string) => `Die Suche ${name} ist vergessen`,
  clear: 'Suche beenden',
  unsearched: (n: number) =>
    `${counted(n, 'Nachricht ließ', 'Nachrichten ließen')} sich noch nicht durchsuchen: Sie werden noch gelesen.`,
  attachmentsUnsearched: (n: number) =>
    `Die Anhänge von ${counted(n, 'Nachricht', 'Nachrichten')} ließen sich noch nicht durchsuchen: Sie werden noch gelesen.`,
}

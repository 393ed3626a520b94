import type { Catalogues } from '../catalogues.ts'

export const falseLinks: Catalogues['falseLinks'] = {
  notice: ({ shown, leadsTo }, n) =>
    `${n === 1 ? 'Ein Link' : 'Einige Links'} in dieser Nachricht ${n === 1 ? 'könnte' : 'könnten'} gefährlich sein: ${n === 1 ? 'Er' : 'Einer'} zeigt ${shown}, führt aber zu ${leadsTo}. Geben Sie dort kein Passwort ein.`,
  title: 'Diesen Link öffnen?',
  text: (shown, leadsTo) => `Dieser Link zeigt ${shown}, führt aber zu ${leadsTo}. Trotzdem öffnen?`,
  open: 'Trotzdem öffnen',
}

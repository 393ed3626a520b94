import type { Catalogues } from '../catalogues.ts'

export const deviceZone: Catalogues['deviceZone'] = {
  text: (device, account) => `Dieses Gerät ist in ${device}. Angezeigt wird die Zeit von ${account}.`,
  switch: (device) => `Zu ${device} wechseln`,
  keep: (account) => `Bei ${account} bleiben`,
  failed: 'Die Zeitzone konnte nicht geändert werden. Versuchen Sie es noch einmal.',
}

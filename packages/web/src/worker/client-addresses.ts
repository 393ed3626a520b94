const screens = new Set(['', 'mail', 'settings', 'contacts', 'calendar', 'search'])
/** Pages and files of the server that lie below a screen's address. */
const served = new Set(['print', 'original', 'attachments', 'image-proxy'])

/** Whether the client itself answers this address; everything else is the server's, such as signing in. */
export function isOwnPlace(path: string): boolean {
  const [, screen = '', below = ''] = path.split('/')
  return screens.has(screen) && !(screen === 'mail' && served.has(below))
}

/** What notifications say. Spoken by the service worker too, so it imports nothing. */
export const notify = {
  newMail: 'New mail',
  noSubject: '(no subject)',
  archive: 'Archive',
  read: 'Mark as read',
  title: 'Notifications',
  text: 'Tell me of new mail in my inbox on this device, also when plMail is closed.',
  on: 'Notify me on this device',
  who: 'About',
  choices: {
    all: 'All mail',
    known: 'Only people I have written to',
    important: 'Only important mail',
  },
  quiet: 'Quiet hours',
  quietText: 'Nothing is shown in these hours, by the clock of this device.',
  from: 'From',
  to: 'to',
  problems: {
    unsupported:
      'This browser cannot be reached while plMail is closed. It needs https and support for Web Push.',
    blocked: 'Notifications of this site are blocked in the browser. Allow them in its settings first.',
    refused: 'This device could not be registered. Try again in a while.',
  },
}

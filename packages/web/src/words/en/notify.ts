/** Texts of notifications, and of the page about them. Used by the service worker too, so the file imports nothing. */
export const notify = {
  shown: {
    newMail: (n: number) => (n === 1 ? 'New message' : `${n} new messages`),
    something: 'There may be new mail',
    noSubject: '(no subject)',
    archive: 'Archive',
    read: 'Mark as read',
    reminder: 'Reminder',
    noTitle: '(no title)',
    inZone: (time: string, zone: string) => `(${time} in ${zone})`,
    snooze: 'In 10 minutes',
    done: 'Done',
    test: { title: 'Notifications work', text: 'This is what plMail looks like here.' },
  },
  intro:
    'plMail can speak up on this device when mail comes or an event is near, also while it is closed. While you look at it, it stays quiet.',
  switchOn: 'Notify me on this device',
  switchOff: 'Stop on this device',
  isOn: 'Notifications are on for this device.',
  isOff: 'Notifications are off for this device.',
  mail: 'New mail',
  mailHint:
    'People only leaves out newsletters, mailing lists and what machines send by themselves. Only what is in the inbox counts.',
  choices: { all: 'All', people: 'People only', none: 'None' },
  reminders: 'Reminders of events',
  content: 'What is shown',
  contents: { full: 'Sender and subject', none: 'Only that there is something' },
  contentHint:
    'Whoever sees the screen of this device can read notifications, often also while it is locked.',
  quiet: 'Quiet hours',
  quietHint: 'Nothing is shown in these hours, by the clock of this device.',
  from: 'From',
  to: 'To',
  test: 'Send a test',
  testing: 'On its way',
  problems: {
    unsupported:
      'This browser cannot show notifications of web pages. On an iPhone or iPad, put plMail on the home screen first.',
    insecure:
      'Browsers allow notifications only over https. Ask whoever runs this server for an https address.',
    blocked:
      'Notifications of this site are blocked in the browser. Allow them in its settings for this site, then try again.',
    unanswered: 'The browser asked whether plMail may notify you and got no answer. Try again and allow it.',
    'no-service':
      'This browser could not reach its push service, which carries the messages. Check the network, or whether the browser has been told not to use it.',
    refused: 'The server did not take this device. Try again in a while.',
    offline: 'plMail cannot be reached right now. Try again once you are connected.',
  },
  tried: {
    arrived:
      'The test has arrived. If you saw no notification, the system of this device hides those of the browser.',
    'not-arrived':
      'The push service took the test, but it did not arrive within half a minute. Check whether the device saves energy or the network holds the browser back.',
    unconfirmed:
      'This device has not confirmed yet that messages arrive. The confirmation was sent again: try once more in a minute.',
    gone: 'The push service does not know this device any more. Switch notifications off and on again.',
    'service-refused':
      'The push service refused the message of this server. Switch notifications off and on again.',
    'service-failed':
      'The server could not reach the push service of this browser. Ask whoever runs it whether it may connect to the internet.',
    'too-often': 'That was a lot of tests. Try again in an hour.',
  },
}

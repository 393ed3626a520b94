/** Sentences of modules and routes for requests that they refuse. */
export const refusals: Readonly<Record<string, string>> = {
  'Choose a day in the future.': 'Bitte wählen Sie einen Tag in der Zukunft.',
  'Enter a name, such as that of the program or device.':
    'Bitte geben Sie einen Namen ein, etwa den des Programms oder Geräts.',
  'Use at most {} characters.': 'Bitte nehmen Sie höchstens {1} Zeichen.',
  'The name contains characters that cannot be shown.':
    'Der Name enthält Zeichen, die sich nicht anzeigen lassen.',
  'Choose formats from the list.': 'Bitte wählen Sie Formate aus der Liste.',
  'Choose a time zone from the list.': 'Bitte wählen Sie eine Zeitzone aus der Liste.',
  'Use at least {} characters; a short sentence works well.':
    'Bitte nehmen Sie mindestens {1} Zeichen; gut ist ein kurzer Satz.',
  'Enter the email address you will sign in with.':
    'Bitte geben Sie die E-Mail-Adresse ein, mit der Sie sich anmelden werden.',
  'This does not look like an email address, for example ada@example.org.':
    'Das sieht nicht nach einer E-Mail-Adresse aus, etwa ada@example.org.',
  'Enter your name; people you write to will see it.':
    'Bitte geben Sie Ihren Namen ein; wem Sie schreiben, der sieht ihn.',
  'Somebody already signs in with this address.': 'Mit dieser Adresse meldet sich schon jemand an.',
  'There is no such user.': 'Diesen Benutzer gibt es nicht.',
  'This change is not among the refused ones.': 'Diese Änderung ist nicht unter den abgelehnten.',
  '{} could not be told that plMail gives up its access to {}. You can end it in the settings of your {} account.':
    '{1} war nicht mitzuteilen, dass plMail seinen Zugang zu {2} aufgibt. Sie können ihn in den Einstellungen Ihres {3}-Kontos beenden.',
  'plMail has forgotten its access to {}. {} keeps listing it until you remove plMail in the settings of your {} account.':
    'plMail hat seinen Zugang zu {1} vergessen. {2} führt ihn weiter auf, bis Sie plMail in den Einstellungen Ihres {3}-Kontos entfernen.',
  'There is no such account.': 'Dieses Konto gibt es nicht.',
  'Choose one of your accounts.': 'Bitte wählen Sie eines Ihrer Konten.',
  'There is no such app password.': 'Dieses App-Passwort gibt es nicht.',
  'You have a hundred app passwords. Revoke some that nothing uses.':
    'Sie haben hundert App-Passwörter. Bitte widerrufen Sie einige, die nichts mehr benutzt.',
  '{} changes have not been sent yet. Send them first, or discard them.':
    '{1} Änderungen sind noch nicht gesendet. Bitte senden Sie sie zuerst, oder verwerfen Sie sie.',
  'There is no such source of calendars.': 'Diese Kalenderquelle gibt es nicht.',
  'This calendar can only be read.': 'Dieser Kalender lässt sich nur lesen.',
  'This is not a calendar file.': 'Das ist keine Kalenderdatei.',
  'The file has too many events to import at once.':
    'Die Datei enthält zu viele Termine, um sie auf einmal zu importieren.',
  'Only the organizer of the meeting can change that': 'Das kann nur der Organisator der Besprechung ändern',
  'The provider keeps a message in one folder': 'Der Anbieter bewahrt eine Nachricht in einem Ordner auf',
  'The mail server does not take a mailbox of this name':
    'Der Mailserver nimmt keinen Ordner mit diesem Namen an',
  'This is missing.': 'Das fehlt.',
  'This value cannot be used.': 'Diese Angabe ist nicht brauchbar.',
  'This value is of the wrong kind.': 'Diese Angabe ist von der falschen Art.',
  'This is too long.': 'Das ist zu lang.',
  'Choose one of the values offered.': 'Bitte wählen Sie eine der angebotenen Möglichkeiten.',
  'There would be more contacts than this server keeps.':
    'Es wären mehr Kontakte, als dieser Server aufbewahrt.',
  'This matter is settled already.': 'Diese Sache ist schon erledigt.',
  'Your change cannot be made again: the calendar may be read-only by now, or the event has changed too much.':
    'Ihre Änderung lässt sich nicht noch einmal machen: Vielleicht ist der Kalender inzwischen schreibgeschützt, oder der Termin hat sich zu sehr verändert.',
  'This job is not among the failed ones.': 'Diese Aufgabe ist nicht unter den gescheiterten.',
  'This browser is signed out already.': 'Dieser Browser ist schon abgemeldet.',
  'This is not your password.': 'Das ist nicht Ihr Passwort.',
  'There were too many failed attempts. Try again later.':
    'Es gab zu viele fehlgeschlagene Versuche. Bitte versuchen Sie es später noch einmal.',
  'There is no such provider.': 'Diesen Anbieter gibt es nicht.',
  'The live hub is on another address, so live updates are off.':
    'Der Hub hat eine andere Adresse, darum kommen Neuigkeiten nicht von selbst.',
  'The address was called without a token.': 'Die Adresse wurde ohne Token aufgerufen.',
  'The token was not the one configured.': 'Das Token war nicht das eingerichtete.',
  'It named a subscription that does not exist here.': 'Sie nannte ein Abonnement, das es hier nicht gibt.',
  'The administrator finds out more in the log under the reference below.':
    'Die Verwaltung findet im Protokoll unter der Kennung unten mehr dazu.',
  'Sign in first.': 'Bitte melden Sie sich zuerst an.',
  'This is for administrators.': 'Das ist der Verwaltung vorbehalten.',
  'For your safety this only works from a page of plMail itself. Reload the page and try again.':
    'Zu Ihrer Sicherheit geht das nur von einer Seite von plMail aus. Bitte laden Sie die Seite neu, und versuchen Sie es noch einmal.',
  'Too many failed attempts. Wait before you try again.':
    'Zu viele fehlgeschlagene Versuche. Bitte warten Sie, bevor Sie es wieder versuchen.',
  'Too many sign-ins were begun lately. Wait before you try again.':
    'In letzter Zeit wurden zu viele Anmeldungen begonnen. Bitte warten Sie, bevor Sie es wieder versuchen.',
  'This sign-in was used already, is too old, or began in another browser. Begin again in Settings, Accounts.':
    'Diese Anmeldung wurde schon benutzt, ist zu alt oder begann in einem anderen Browser. Bitte beginnen Sie neu: Einstellungen, Konten.',
  'Instant delivery from {} has ended': 'Die sofortige Zustellung von {1} ist zu Ende',
  '{} was not asked again in time.': '{1} wurde nicht rechtzeitig wieder gefragt.',
  'This mailbox needs no registration: its server is listened to all the time.':
    'Dieses Postfach braucht keine Registrierung: Seinem Server wird ständig zugehört.',
  'The account has been removed.': 'Das Konto wurde entfernt.',
  'This must be an address such as https://mail.example.org.':
    'Bitte geben Sie eine Adresse wie https://mail.example.org ein.',
  'This must start with https:// or http://.': 'Die Adresse muss mit https:// oder http:// beginnen.',
  'This must not contain a user name or password.':
    'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'This must not have a path: plMail needs a host name of its own.':
    'Die Adresse darf keinen Pfad haben: plMail braucht einen eigenen Hostnamen.',
  'There is no such message.': 'Diese Nachricht gibt es nicht.',
  'The stored copy of this message is damaged. plMail is fetching it again from your mail provider. Try again in a few minutes.':
    'Die gespeicherte Kopie dieser Nachricht ist beschädigt. plMail holt sie erneut von Ihrem E-Mail-Anbieter. Versuchen Sie es in ein paar Minuten noch einmal.',
  'This message has no attachments.': 'Diese Nachricht hat keine Anhänge.',
  'The web client is not built. Run “npm run build” on the server.':
    'Der Webclient ist nicht gebaut. Bitte führen Sie auf dem Server „npm run build“ aus.',
  'Too many windows hold a live connection. Close some of them.':
    'Zu viele Fenster halten eine Verbindung. Bitte schließen Sie einige.',
  'This address answers {}.': 'Diese Adresse beantwortet {1}.',
}

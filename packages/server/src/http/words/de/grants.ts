/** Sentences of the modules about signing in to providers, and about the end of access. */
export const grants: Readonly<Record<string, string>> = {
  'This server is not registered with {} yet.': 'Dieser Server ist bei {1} noch nicht registriert.',
  'The administrator of this server can enter the registration: Settings, Providers.':
    'Die Verwaltung dieses Servers kann die Registrierung eintragen: Einstellungen, Anbieter.',
  'This server does not know its own public address, so a provider could not send you back here.':
    'Dieser Server kennt seine öffentliche Adresse nicht; ein Anbieter könnte Sie nicht hierher zurückschicken.',
  'The administrator of this server can set it: APP_PUBLIC_URL.':
    'Die Verwaltung dieses Servers kann sie setzen: APP_PUBLIC_URL.',
  'The sign-in at {} took too long or was used already. Nothing was changed.':
    'Die Anmeldung bei {1} hat zu lange gedauert oder wurde schon benutzt. Geändert wurde nichts.',
  'Try again.': 'Bitte versuchen Sie es noch einmal.',
  '{} gave no lasting permission, so the mailbox would be disconnected again within the hour.':
    '{1} hat keine dauerhafte Erlaubnis gegeben; das Postfach wäre binnen einer Stunde wieder getrennt.',
  'Try again, and accept everything that is asked for.':
    'Bitte versuchen Sie es noch einmal, und erlauben Sie alles, wonach gefragt wird.',
  '{} is connected already, with a password. Remove that account before you connect it through {}.':
    '{1} ist schon verbunden, mit einem Passwort. Bitte entfernen Sie jenes Konto, bevor Sie es über {2} verbinden.',
  '{} is connected already. Nothing was changed.': '{1} ist schon verbunden. Geändert wurde nichts.',
  'To connect another mailbox, choose another account on {}’s page.':
    'Um ein anderes Postfach zu verbinden, wählen Sie auf der Seite von {1} ein anderes Konto.',
  'This account is for {}, but you signed in as {}. Nothing was changed.':
    'Dieses Konto ist für {1}, angemeldet haben Sie sich aber als {2}. Geändert wurde nichts.',
  'Try again as {}. {} can be connected as an account of its own.':
    'Bitte versuchen Sie es als {1} noch einmal. {2} lässt sich als eigenes Konto verbinden.',
  '{} does not accept this sign-in any more{}.': '{1} nimmt diese Anmeldung nicht mehr an{2}.',
  '{} did not give permission to {}.': '{1} hat nicht erlaubt, {2}.',
  '{} did not give permission to {}.{}': '{1} hat nicht erlaubt, {2}.{3}',
  ' This box was left unticked: {}.': ' Dieser Haken fehlte: {1}.',
  'read and change mail': 'Post zu lesen und zu ändern',
  'send mail': 'Post zu senden',
  'read and change categories': 'Kategorien zu lesen und zu ändern',
  'read and change calendars': 'Kalender zu lesen und zu ändern',
  '{} and to {}': '{1} und {2}',
  'Sign in again and {}': 'Bitte melden Sie sich noch einmal an und {1}',
  'tick every box on Google’s page.': 'setzen Sie auf der Seite von Google jeden Haken.',
  'accept everything that is asked for.': 'erlauben Sie alles, wonach gefragt wird.',
  '{} asks for consent that was not given yet.':
    '{1} fragt nach einer Zustimmung, die noch nicht gegeben wurde.',
  'Sign in again and accept everything that is asked for.':
    'Bitte melden Sie sich noch einmal an, und erlauben Sie alles, wonach gefragt wird.',
  'The organisation of this mailbox does not let plMail in{}.':
    'Die Organisation dieses Postfachs lässt plMail nicht hinein{1}.',
  'Ask the organisation’s {} administrator to approve plMail.':
    'Bitten Sie die {1}-Verwaltung der Organisation, plMail zuzulassen.',
  'You did not let plMail in at {}. Nothing was connected.':
    'Sie haben plMail bei {1} nicht hineingelassen. Verbunden wurde nichts.',
  '{} asks to come back later.': '{1} bittet, später wiederzukommen.',
  'Try again in a few minutes.': 'Bitte versuchen Sie es in ein paar Minuten wieder.',
  '{} cannot be reached right now.': '{1} ist gerade nicht zu erreichen.',
  '{} refused the sign-in{}.': '{1} hat die Anmeldung abgelehnt{2}.',
  '. It said: “{}”': '. Die Antwort war: „{1}“',
  'This is for the administrator of this server: Settings, Providers. Signing in again does not help.':
    'Das ist Sache der Verwaltung dieses Servers: Einstellungen, Anbieter. Eine neue Anmeldung hilft nicht.',
  '{} refuses this server’s client secret{}.': '{1} lehnt das Client Secret dieses Servers ab{2}.',
  'This server’s client secret for {} has expired.':
    'Das Client Secret dieses Servers für {1} ist abgelaufen.',
  '{} does not know this server’s client ID{}.': '{1} kennt die Client-ID dieses Servers nicht{2}.',
  '{} does not know this server’s redirect URI. It must be registered there to the character.':
    '{1} kennt die Redirect URI dieses Servers nicht. Sie muss dort Zeichen für Zeichen eingetragen sein.',
  'This server’s registration at {} lacks permissions: they belong under API permissions{}.':
    'Der Registrierung dieses Servers bei {1} fehlen Berechtigungen: Sie gehören dort unter API-Berechtigungen{2}.',
  'The administrator of this server can change the Tenant field: Settings, Providers.':
    'Die Verwaltung dieses Servers kann das Feld Tenant ändern: Einstellungen, Anbieter.',
  'This server is registered at Microsoft for one organisation only (AADSTS50194), but the Tenant field admits others. Either the tenant ID of that organisation belongs into the Tenant field, or the registration’s supported account types must be widened.':
    'Dieser Server ist bei Microsoft nur für eine Organisation registriert (AADSTS50194), das Feld Tenant lässt aber auch andere zu. Entweder gehört die Tenant-ID jener Organisation ins Feld Tenant, oder die Registrierung muss mehr Kontoarten zulassen.',
  'This account does not belong to the organisations that the Tenant field admits.':
    'Dieses Konto gehört zu keiner der Organisationen, die das Feld Tenant zulässt.',
  'Sign in with another account. {}': 'Bitte melden Sie sich mit einem anderen Konto an. {1}',
  'Microsoft does not know the tenant that the Tenant field names.':
    'Microsoft kennt den Tenant nicht, den das Feld Tenant nennt.',
  '{} does not let plMail in': '{1} lässt plMail nicht hinein',
  'Change password': 'Passwort ändern',
  '{} wants to be asked again': '{1} will noch einmal gefragt werden',
  'The organisation does not let plMail in': 'Die Organisation lässt plMail nicht hinein',
  'Sign in to {} again': 'Bei {1} neu anmelden',
  'Signed in': 'Angemeldet',
  Ended: 'Zu Ende',
  Lasted: 'Dauer',
  Since: 'Seit',
  Affected: 'Betroffen',
  '1 account': '1 Konto',
  'Google ended the sign-in after a week': 'Google hat die Anmeldung nach einer Woche beendet',
  'Google does so while the app that this server is registered as is in testing. Sign in again to go on for another week. To end this for good, its administrator publishes the app (Google Auth Platform, Audience, Publish app); after that, sign in once more.':
    'Google tut das, solange die App, als die dieser Server registriert ist, im Test ist. Melden Sie sich neu an, um eine weitere Woche fortzufahren. Auf Dauer hilft, wenn die Verwaltung die App veröffentlicht (Google Auth Platform, Audience, Publish app); danach melden Sie sich noch einmal an.',
  'The sign-in to {} has ended': 'Die Anmeldung bei {1} ist abgelaufen',
  '{} ends it when the password changes, when access is withdrawn, or when it was not used for months. Mail that is here stays readable; sign in again to go on.':
    '{1} beendet sie, wenn sich das Passwort ändert, wenn der Zugang entzogen oder monatelang nicht benutzt wird. Was hier ist, bleibt lesbar; melden Sie sich neu an, um fortzufahren.',
  '{} hours': '{1} Stunden',
  '{} days': '{1} Tage',
  'The sign-in to {} is about to end': 'Die Anmeldung bei {1} läuft bald ab',
  '{} said when it ends. Sign in again before that, and no mail is late.':
    '{1} hat gesagt, wann sie endet. Melden Sie sich vorher neu an, dann kommt keine Post zu spät.',
  'The last one ended after a week, as all do while the app that this server is registered as is in testing. Sign in again before that, and no mail is late.':
    'Die letzte endete nach einer Woche, wie alle, solange die App, als die dieser Server registriert ist, im Test ist. Melden Sie sich vorher neu an, dann kommt keine Post zu spät.',
  'Expected to end': 'Endet voraussichtlich',
  'Something was not granted': 'Etwas wurde nicht erlaubt',
  '{} Everything else works. Sign in again and grant it too.':
    '{1} Alles andere geht. Bitte melden Sie sich neu an, und erlauben Sie auch das.',
  'No connection to {}': 'Keine Verbindung zu {1}',
  '{} does not answer as it should': '{1} antwortet nicht, wie es soll',
  'Last synced': 'Zuletzt abgeglichen',
  'The client secret for {} is about to end': 'Das Client Secret für {1} läuft bald ab',
  'The client secret for {} has ended': 'Das Client Secret für {1} ist abgelaufen',
  'Once it has ended, no {} account can be read or sent from. Make a new secret at {} and enter its value here with its last day; nobody has to sign in again.':
    'Sobald es abgelaufen ist, lässt sich aus keinem {1}-Konto mehr lesen oder senden. Bitte erzeugen Sie bei {2} ein neues Secret, und tragen Sie hier seinen Wert und seinen letzten Tag ein; neu anmelden muss sich niemand.',
  'Some messages are damaged': 'Einige Nachrichten sind beschädigt',
  'Damaged messages are being fetched again': 'Beschädigte Nachrichten werden erneut geholt',
  'Being fetched again': 'Werden erneut geholt',
  'Cannot be restored': 'Nicht wiederherstellbar',
  Restored: 'Wiederhergestellt',
  'The copies of these messages on this server cannot be read, perhaps because of a disk fault. plMail is fetching them from your mail provider again.':
    'Die Kopien dieser Nachrichten auf diesem Server sind nicht lesbar, vielleicht wegen eines Festplattenfehlers. plMail holt sie erneut von Ihrem E-Mail-Anbieter.',
  'The copies of these messages on this server cannot be read, and your mail provider does not have them any more. A backup of this server may still have them.':
    'Die Kopien dieser Nachrichten auf diesem Server sind nicht lesbar, und Ihr E-Mail-Anbieter hat sie nicht mehr. Vielleicht enthält eine Sicherung dieses Servers sie noch.',
  'Last day': 'Letzter Tag',
  'Open the settings for {}': 'Einstellungen für {1} öffnen',
  '{} accounts': '{1} Konten',
  '{} does not accept this server': '{1} nimmt diesen Server nicht an',
  'The client ID, its secret or the tenant that this server presents to {} is not accepted, so no {} account can be read. Nobody has to sign in again: once the registration works, everything goes on by itself.':
    'Client-ID, Secret oder Tenant, die dieser Server bei {1} vorweist, werden nicht angenommen; darum lässt sich kein {2}-Konto lesen. Neu anmelden muss sich niemand: Sobald die Registrierung stimmt, geht alles von selbst weiter.',
  'The disk of this server is full': 'Der Speicherplatz des Servers ist voll',
  'Nothing can be saved and no new mail comes in. Free some space on the disk with the data folder of plMail; everything goes on by itself then.':
    'Es kann nichts gespeichert werden, und neue Nachrichten kommen nicht an. Schaffen Sie Platz auf dem Datenträger mit dem Datenordner von plMail; danach geht alles von selbst weiter.',
  'Nothing can be saved and no new mail comes in until the administrator of this server has freed some space. Your mail is still at your provider.':
    'Es kann nichts gespeichert werden, und neue Nachrichten kommen nicht an, bis die Verwaltung dieses Servers Platz geschaffen hat. Ihre Nachrichten sind weiter beim Anbieter.',
  'Mail from {} stands still until the administrator of this server has mended its registration with {}. You need not sign in again.':
    'Post von {1} steht still, bis die Verwaltung dieses Servers seine Registrierung bei {2} in Ordnung gebracht hat. Neu anmelden müssen Sie sich nicht.',
}

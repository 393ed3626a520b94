/** Sentences of the modules about this server’s registrations with providers, and about instant delivery. */
export const registrations: Readonly<Record<string, string>> = {
  'This has spaces or characters that such a value never has.':
    'Hier sind Leerstellen oder Zeichen, die ein solcher Wert nie hat.',
  'This is a client secret. The client ID ends in .apps.googleusercontent.com.':
    'Das ist ein Client Secret. Die Client-ID endet auf .apps.googleusercontent.com.',
  'This is a client ID. The secret begins with GOCSPX-.':
    'Das ist eine Client-ID. Das Secret beginnt mit GOCSPX-.',
  'This is the Secret ID. Paste the secret’s Value instead; it is shown only right after the secret was made.':
    'Das ist die Secret ID. Nehmen Sie stattdessen den Value des Secrets; er wird nur gezeigt, gleich nachdem es erzeugt wurde.',
  'A client ID works only together with its secret. Enter the secret too.':
    'Eine Client-ID gilt nur zusammen mit ihrem Secret. Bitte geben Sie auch das Secret ein.',
  'A secret works only together with its client ID. Enter the client ID too.':
    'Ein Secret gilt nur zusammen mit seiner Client-ID. Bitte geben Sie auch die Client-ID ein.',
  'Enter a day as year-month-day, for instance 2028-03-31.':
    'Bitte geben Sie einen Tag als Jahr-Monat-Tag ein, etwa 2028-03-31.',
  'Enter common, organizations, consumers, or the tenant ID of your organisation.':
    'Bitte geben Sie common, organizations, consumers oder die Tenant-ID Ihrer Organisation ein.',
  'Use 16 to 200 letters, digits and - . _ ~ only: it stands in an address.':
    'Bitte nehmen Sie 16 bis 200 Buchstaben, Ziffern und - . _ ~, denn es steht in einer Adresse.',
  'Enter the full name, of the shape projects/<project_id>/topics/<name>.':
    'Bitte geben Sie den ganzen Namen ein: projects/<project_id>/topics/<name>.',
  'The project is named by its ID: lower-case letters, digits and hyphens, not by its display name.':
    'Das Projekt steht hier mit seiner ID: Kleinbuchstaben, Ziffern und Bindestriche, nicht mit seinem Anzeigenamen.',
  'A topic name begins with a letter, has 3 to 255 letters, digits and - . _ ~ + %, and does not begin with goog.':
    'Der Name eines Topics beginnt mit einem Buchstaben, hat 3 bis 255 Buchstaben, Ziffern und - . _ ~ + % und beginnt nicht mit goog.',
  'Enter the client ID and the client secret first.':
    'Bitte geben Sie zuerst Client-ID und Client Secret ein.',
  'The public address of this server is not set, so there is no redirect URI yet.':
    'Die öffentliche Adresse dieses Servers ist nicht gesetzt, darum gibt es noch keine Redirect URI.',
  '{} knows the client ID and accepts the secret.': '{1} kennt die Client-ID und nimmt das Secret an.',
  '{} knows the redirect URI.': '{1} kennt die Redirect URI.',
  '{} tells whether the redirect URI is right only when somebody signs in. Compare it to the character.':
    '{1} sagt erst bei einer Anmeldung, ob die Redirect URI stimmt. Bitte vergleichen Sie sie Zeichen für Zeichen.',
  'Nothing could be learnt about it.': 'Darüber war nichts zu erfahren.',
  'None is entered. Everything works without one, but new mail is announced only with it.':
    'Es ist keines eingetragen. Alles geht auch ohne, aber nur damit wird neue Post gemeldet.',
  'The push address needs a verification token. Enter one, or have one made up.':
    'Die Push-Adresse braucht ein Prüftoken. Bitte geben Sie eines ein, oder lassen Sie eines erzeugen.',
  'Google judges it when somebody switches instant delivery on. Switch it on for an account, then check again.':
    'Google beurteilt es, sobald jemand die sofortige Zustellung einschaltet. Schalten Sie sie für ein Konto ein und prüfen Sie dann erneut.',
  'The tenant lives in this cloud.': 'Der Mandant liegt in dieser Cloud.',
  'Microsoft did not tell which cloud the tenant lives in.':
    'Microsoft hat nicht gesagt, in welcher Cloud der Mandant liegt.',
  'This cloud knows no such tenant. Choose another cloud, or correct the tenant.':
    'Diese Cloud kennt keinen solchen Mandanten. Wählen Sie eine andere Cloud, oder berichtigen Sie den Mandanten.',
  'The tenant lives in another cloud. Choose {}.':
    'Der Mandant liegt in einer anderen Cloud. Wählen Sie {1}.',
  'There is no such cloud of Microsoft’s.': 'Microsoft hat keine solche Cloud.',
  'Personal accounts live in the global cloud only.': 'Persönliche Konten gibt es nur in der globalen Cloud.',
  'Google knows the topic.': 'Google kennt das Topic.',
  'Gmail has just published to it.': 'Gmail hat gerade dorthin gemeldet.',
  'Google judges it once Gmail may publish.': 'Google beurteilt es, sobald Gmail dorthin melden darf.',
  'Google judges it once the topic is right.': 'Google beurteilt es, sobald das Topic stimmt.',
  'Gmail may not publish to the topic. Give gmail-api-push@system.gserviceaccount.com the role Pub/Sub Publisher there.':
    'Gmail darf nicht an das Topic melden. Geben Sie dort gmail-api-push@system.gserviceaccount.com die Rolle Pub/Sub-Publisher.',
  '{} Google said: “{}”': '{1} Google sagte: „{2}“',
  'Microsoft has just reached it.': 'Microsoft hat sie gerade erreicht.',
  'Google was just asked for a test notification, and none has come yet. Check again in a few seconds; if none comes, look at the push subscription.':
    'Google wurde gerade um eine Testmeldung gebeten, und noch ist keine gekommen. Prüfen Sie in ein paar Sekunden erneut; wenn keine kommt, sehen Sie beim Push-Abo nach.',
  'Notifications come, but not signed as set here. Compare service account and audience of the push subscription.':
    'Meldungen kommen, aber nicht so signiert, wie es hier eingestellt ist. Vergleichen Sie Dienstkonto und Zielgruppe des Push-Abos.',
  '{} announces changes of calendars.': '{1} meldet Änderungen an Kalendern.',
  'No calendar of a connected account could be announced yet. Connect a mailbox, then check again.':
    'Noch gibt es keinen Kalender eines verbundenen Kontos, der gemeldet werden könnte. Verbinden Sie ein Postfach und prüfen Sie dann erneut.',
  'Google opens no channel to this server. Verify its domain in the Search Console and add it to the Google Cloud project.':
    'Google öffnet keinen Kanal zu diesem Server. Bestätigen Sie seine Domain in der Search Console und fügen Sie sie dem Google-Cloud-Projekt hinzu.',
  'Connect a mailbox, then check again: only a signed-in account can ask.':
    'Verbinden Sie ein Postfach und prüfen Sie dann erneut: nur ein angemeldetes Konto kann fragen.',
  'The app is in testing: Google ends the newest sign-in after seven days. Publish the app (Audience, Publish app), then sign in once more.':
    'Die App ist im Test: Google beendet die neueste Anmeldung nach sieben Tagen. Veröffentlichen Sie die App (Zielgruppe, App veröffentlichen) und melden Sie sich dann noch einmal an.',
  'A sign-in has lasted for more than eight days, so the app is published.':
    'Eine Anmeldung hält seit mehr als acht Tagen, also ist die App veröffentlicht.',
  'A sign-in ended after seven days, as all do while the app is in testing. Publish the app (Audience, Publish app), then sign in once more.':
    'Eine Anmeldung endete nach sieben Tagen, wie alle, solange die App im Test ist. Veröffentlichen Sie die App (Zielgruppe, App veröffentlichen) und melden Sie sich dann noch einmal an.',
  'Nobody has signed in yet. Connect a mailbox, then check again.':
    'Noch hat sich niemand angemeldet. Verbinden Sie ein Postfach und prüfen Sie dann erneut.',
  'Google does not tell. A sign-in that lasts for more than eight days proves it; until then look at Audience: the publishing status has to be “In production”.':
    'Google sagt es nicht. Eine Anmeldung, die mehr als acht Tage hält, beweist es; bis dahin sehen Sie unter Zielgruppe nach: der Veröffentlichungsstatus muss „In Produktion“ sein.',
  'An organisation does not let plMail in. {} Its {} administrator has to approve the application, or change what stands in the way.':
    'Eine Organisation lässt plMail nicht zu. {1} Ihr {2}-Administrator muss die Anwendung genehmigen oder ändern, was im Weg steht.',
  'A mailbox has lost a permission. {} Check the permissions of the registration, then sign in once more.':
    'Einem Postfach fehlt inzwischen eine Berechtigung. {1} Prüfen Sie die Berechtigungen der Registrierung und melden Sie sich dann noch einmal an.',
  '{} Add them, then sign in once more.': '{1} Fügen Sie sie hinzu und melden Sie sich dann noch einmal an.',
  'The newest sign-in failed. {}': 'Die neueste Anmeldung ist fehlgeschlagen. {1}',
  '{} said: “{}”.': 'Die Antwort von {1}: „{2}“.',
  'The newest sign-in was granted everything.': 'Der neuesten Anmeldung wurde alles gewährt.',
  'The newest sign-in was not granted: {}. Add it to the registration, then sign in once more.':
    'Der neuesten Anmeldung wurde nicht gewährt: {1}. Fügen Sie es der Registrierung hinzu und melden Sie sich dann noch einmal an.',
  'The account that was asked for it has no working sign-in. Sign in again, then check again.':
    'Das Konto, mit dem gefragt wurde, ist nicht mehr angemeldet. Melden Sie es neu an und prüfen Sie dann erneut.',
  'The {} answers.': 'Die {1} antwortet.',
  'The {} is not enabled in the Google Cloud project. Enable it under APIs & Services, Library; it takes a few minutes.':
    'Die {1} ist im Google-Cloud-Projekt nicht aktiviert. Aktivieren Sie sie unter APIs & Dienste, Bibliothek; es dauert ein paar Minuten.',
  'The {} was not permitted by who signed in, so it is not known whether it is enabled. Sign in again and tick every box.':
    'Die {1} wurde bei der Anmeldung nicht erlaubt, darum ist nicht bekannt, ob sie aktiviert ist. Melden Sie sich neu an und setzen Sie jedes Häkchen.',
  'The {} gave no useful answer. {}': 'Die {1} gab keine brauchbare Antwort. {2}',
  'Microsoft answers for {}.': 'Microsoft antwortet für {1}.',
  'Microsoft refuses {}. {}': 'Microsoft verweigert {1}. {2}',
  mail: 'E-Mail',
  calendars: 'Kalender',
  'Enter the address of the service account; it ends in .gserviceaccount.com.':
    'Bitte geben Sie die Adresse des Dienstkontos ein; sie endet auf .gserviceaccount.com.',
  'It was not signed by Google. Switch authentication on for the push subscription.':
    'Sie war nicht von Google signiert. Schalten Sie beim Push-Abo die Authentifizierung ein.',
  'Its signature was not Google’s.': 'Ihre Signatur war nicht von Google.',
  'Its signature had expired.': 'Ihre Signatur war abgelaufen.',
  'It was signed for another audience than the one configured.':
    'Sie war für eine andere Zielgruppe signiert als die eingestellte.',
  'It was signed for another service account than the one configured.':
    'Sie war für ein anderes Dienstkonto signiert als das eingestellte.',
  'Google’s signing keys could not be fetched, so its signature could not be checked.':
    'Googles Signaturschlüssel ließen sich nicht abrufen, darum konnte die Signatur nicht geprüft werden.',
  'Notifications come, but not with the verification token that is set. Compare the push address at {}.':
    'Meldungen kommen, aber nicht mit dem gesetzten Prüftoken. Bitte vergleichen Sie die Push-Adresse bei {1}.',
  'Notifications of {} arrive.': 'Meldungen zu {1} kommen an.',
  'Nothing stands in the way; none of {} has come yet.':
    'Nichts steht im Weg; zu {1} ist noch keine gekommen.',
  'plMail looks for new mail every fifteen minutes.': 'plMail sieht alle fünfzehn Minuten nach neuer Post.',
  'The demo looks for new mail every few seconds.': 'Die Demo sieht alle paar Sekunden nach neuer Post.',
  'Until that works again, plMail looks for new mail every two minutes.':
    'Bis das wieder geht, sieht plMail alle zwei Minuten nach neuer Post.',
  'It could not be switched on. {}': 'Sie ließ sich nicht einschalten. {1}',
  '{} announces new mail as it arrives.': '{1} meldet neue Post, sobald sie ankommt.',
  '{} did not announce the last new mail. {}': '{1} hat die letzte neue Post nicht gemeldet. {2}',
  '{} no longer announces new mail. {}': '{1} meldet keine neue Post mehr. {2}',
  'Renewing the registration failed and is tried again every hour: {}':
    'Die Registrierung ließ sich nicht erneuern; es wird stündlich wieder versucht: {1}',
  'No push token is configured.': 'Es ist kein Push-Token eingerichtet.',
  'No push token is configured here, so every notification is turned away.':
    'Hier ist kein Push-Token eingerichtet, darum wird jede Meldung abgewiesen.',
  'The notification could not be understood.': 'Die Meldung war nicht zu verstehen.',
  'It was about a mailbox that nobody here has switched on.':
    'Sie betraf ein Postfach, das hier niemand eingeschaltet hat.',
  'It named a channel that does not exist here.': 'Sie nannte einen Kanal, den es hier nicht gibt.',
  'It named no channel.': 'Sie nannte keinen Kanal.',
  'It did not know the secret of its subscription.': 'Sie kannte das Geheimnis ihres Abonnements nicht.',
  '{} does not announce new mail': '{1} meldet keine neue Post',
  'Last announcement': 'Letzte Meldung',
  'Registered until': 'Registriert bis',
  'Register again': 'Neu registrieren',
  ' Until it works again, plMail looks for mail every two minutes.':
    ' Bis es wieder geht, sieht plMail alle zwei Minuten nach Post.',
  'New mail was found that no notification had announced. The push subscription of the Pub/Sub topic may be missing, or lead to another address or carry another token.':
    'Es fand sich neue Post, die keine Meldung angekündigt hatte. Vielleicht fehlt dem Pub/Sub-Topic die Push-Subscription, oder sie führt an eine andere Adresse oder trägt ein anderes Token.',
  'New mail was found that no notification had announced. Microsoft may not reach this server from outside.':
    'Es fand sich neue Post, die keine Meldung angekündigt hatte. Vielleicht erreicht Microsoft diesen Server von außen nicht.',
  'Providers need an address to call: this server’s public address (APP_PUBLIC_URL) is not set.':
    'Anbieter brauchen eine Adresse zum Anrufen: Die öffentliche Adresse dieses Servers (APP_PUBLIC_URL) ist nicht gesetzt.',
  'Providers call addresses with https:// only, and this server’s public address (APP_PUBLIC_URL) is {}.':
    'Anbieter rufen nur Adressen mit https:// an, und die öffentliche Adresse dieses Servers (APP_PUBLIC_URL) ist {1}.',
  'No provider can call {}: this server’s public address (APP_PUBLIC_URL) leads to the machine itself.':
    'Kein Anbieter kann {1} anrufen: Die öffentliche Adresse dieses Servers (APP_PUBLIC_URL) führt auf den Rechner selbst.',
  'Google announces mail through Pub/Sub, and no {} is set (Settings, Providers, or {}).':
    'Google meldet Post über Pub/Sub, und {1} ist nicht gesetzt (Einstellungen, Anbieter, oder {2}).',
}

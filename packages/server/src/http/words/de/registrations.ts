/** What rooms say of this server’s registrations with providers, and of instant delivery. */
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
  'Gmail publishes to it for {}.': 'Gmail meldet dorthin für {1}.',
  'None is entered. Everything works without one, but new mail is announced only with it.':
    'Es ist keines eingetragen. Alles geht auch ohne, aber nur damit wird neue Post gemeldet.',
  'The push address needs a verification token. Enter one, or have one made up.':
    'Die Push-Adresse braucht ein Prüftoken. Bitte geben Sie eines ein, oder lassen Sie eines erzeugen.',
  'Google judges it when somebody switches instant delivery on for an account.':
    'Google beurteilt es, sobald jemand für ein Konto die sofortige Zustellung einschaltet.',
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

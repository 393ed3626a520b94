/** Sentences of the modules about connected mailboxes and calendars. */
export const mailboxes: Readonly<Record<string, string>> = {
  'This mailbox is connected already.': 'Dieses Postfach ist schon verbunden.',
  'The administrator can allow it with MAIL_ALLOWED_SERVERS.':
    'Die Verwaltung kann es mit MAIL_ALLOWED_SERVERS erlauben.',
  'Mail servers of this kind are expected on ports {}. {}':
    'Mailserver dieser Art werden an den Ports {1} erwartet. {2}',
  '{} has an address that is not used for mail servers. {}':
    '{1} hat eine Adresse, unter der keine Mailserver stehen. {2}',
  'Enter a mail address like name@example.org.':
    'Bitte geben Sie eine E-Mail-Adresse ein, etwa name@example.org.',
  'The user name has characters that no server accepts.':
    'Der Benutzername hat Zeichen, die kein Server annimmt.',
  'Enter the password of the mailbox.': 'Bitte geben Sie das Passwort des Postfachs ein.',
  'The password has characters that no server accepts.': 'Das Passwort hat Zeichen, die kein Server annimmt.',
  'Enter the name of the server, like mail.example.org.':
    'Bitte geben Sie den Namen des Servers ein, etwa mail.example.org.',
  'Enter a port number from 1 to 65535.': 'Bitte geben Sie einen Port von 1 bis 65535 ein.',
  'Choose TLS, STARTTLS or none.': 'Bitte wählen Sie TLS, STARTTLS oder keine.',
  'The password would travel unencrypted. Choose TLS or STARTTLS; the administrator can allow otherwise.':
    'Das Passwort ginge unverschlüsselt über das Netz. Bitte wählen Sie TLS oder STARTTLS; die Verwaltung kann anderes erlauben.',
  '{} usually listens on port {} with TLS or on {} with STARTTLS.':
    '{1} ist meist an Port {2} mit TLS oder an {3} mit STARTTLS zu erreichen.',
  'There is no server named {}. Check the spelling.':
    'Einen Server namens {1} gibt es nicht. Bitte prüfen Sie die Schreibweise.',
  '{} accepts no connection on port {}. {}': '{1} nimmt an Port {2} keine Verbindung an. {3}',
  '{} does not answer on port {}. Check the name and the port; {}':
    '{1} antwortet an Port {2} nicht. Bitte prüfen Sie Namen und Port: {3}',
  'The connection to {} on port {} broke off. Try again in a while.':
    'Die Verbindung zu {1} an Port {2} ist abgebrochen. Bitte versuchen Sie es später noch einmal.',
  'Port {} of {} does not begin with TLS. Use STARTTLS on {}, or TLS on port {}.':
    'Port {1} von {2} beginnt nicht mit TLS. Nehmen Sie STARTTLS an {3} oder TLS an Port {4}.',
  'Port {} of {} seems to expect TLS from the start. Choose TLS, or use STARTTLS on port {}.':
    'Port {1} von {2} erwartet wohl von Anfang an TLS. Wählen Sie TLS, oder nehmen Sie STARTTLS an Port {3}.',
  '{} offers no STARTTLS on port {}. Choose TLS, usually on port {}.':
    '{1} bietet an Port {2} kein STARTTLS an. Wählen Sie TLS, meist an Port {3}.',
  "The certificate of {} is not trusted{}. Check the server's name, or ask whoever runs it.":
    'Dem Zertifikat von {1} ist nicht zu trauen{2}. Bitte prüfen Sie den Namen des Servers, oder fragen Sie, wer ihn betreibt.',
  'No encrypted connection to {} on port {} came about. {}':
    'Zu {1} an Port {2} kam keine verschlüsselte Verbindung zustande. {3}',
  '{} is not taking sign-ins right now. Try again in a few minutes.{}':
    '{1} nimmt gerade keine Anmeldungen an. Bitte versuchen Sie es in ein paar Minuten wieder.{2}',
  'What answers on port {} of {} is not an {} server. {}':
    'Was an Port {1} von {2} antwortet, ist kein {3}-Server. {4}',
  'The {} server refused this user name or password. Some providers want an app password made in their settings instead of the usual one.':
    'Der {1}-Server hat Benutzernamen oder Passwort abgelehnt. Manche Anbieter verlangen statt des üblichen ein App-Passwort aus ihren Einstellungen.',
  ' It said: “{}”': ' Die Antwort war: „{1}“',
  'The server refused this password. Enter the current one, or an app password if the provider asks for one.':
    'Der Server hat dieses Passwort abgelehnt. Bitte geben Sie das aktuelle ein, oder ein App-Passwort, wenn der Anbieter eines verlangt.',
  'The permission to read this mailbox has ended. Sign in to {} again.':
    'Die Erlaubnis, dieses Postfach zu lesen, ist abgelaufen. Bitte melden Sie sich bei {1} neu an.',
  'plMail does not have the access it needs any more. Sign in to {} again and grant everything asked for.':
    'plMail hat nicht mehr den Zugang, den es braucht. Bitte melden Sie sich bei {1} neu an und erlauben Sie alles, wonach gefragt wird.',
  'The organisation of this mailbox does not let plMail in. Its administrator at {} can allow it.':
    'Die Organisation dieses Postfachs lässt plMail nicht hinein. Ihre Verwaltung bei {1} kann es erlauben.',
  '{} does not accept this server any more. Only its administrator can mend that; signing in again does not help.':
    '{1} nimmt diesen Server nicht mehr an. Nur seine Verwaltung kann das beheben; eine neue Anmeldung hilft nicht.',
  'No trusted encrypted connection to {} comes about, so nothing is sent there. Check the server settings or ask whoever runs it.':
    'Zu {1} kommt keine vertrauenswürdig verschlüsselte Verbindung zustande, darum wird dorthin nichts gesendet. Bitte prüfen Sie die Servereinstellungen, oder fragen Sie, wer den Server betreibt.',
  '{} cannot be reached. It is tried again by itself; mail that is already here stays readable.':
    '{1} ist nicht zu erreichen. Es wird von selbst weiter versucht; was schon hier ist, bleibt lesbar.',
  '{} asks to come back later. It is tried again by itself.':
    '{1} bittet, später wiederzukommen. Es wird von selbst weiter versucht.',
  '{} is busy. It is tried again by itself.': '{1} ist beschäftigt. Es wird von selbst weiter versucht.',
  'A folder has disappeared at the provider. It is looked at again by itself.':
    'Beim Anbieter ist ein Ordner verschwunden. Es wird von selbst wieder nachgesehen.',
  '{} gave an answer that cannot be understood. It is tried again by itself.':
    '{1} hat eine Antwort gegeben, die nicht zu verstehen ist. Es wird von selbst weiter versucht.',
  '{} refused a request. It is tried again by itself.':
    '{1} hat eine Anfrage abgelehnt. Es wird von selbst weiter versucht.',
  '{}: {}': '{1}: {2}',
  '{} is connected again.': '{1} ist wieder verbunden.',
  'This account has no password here: it is signed in to at its provider.':
    'Dieses Konto hat hier kein Passwort: Angemeldet wird beim Anbieter.',
  'These calendars are connected already.': 'Diese Kalender sind schon verbunden.',
  'You have subscribed to this calendar already.': 'Diesen Kalender haben Sie schon abonniert.',
  'The address of this calendar can no longer be read. Remove the subscription and subscribe again.':
    'Die Adresse dieses Kalenders lässt sich nicht mehr lesen. Bitte entfernen Sie das Abonnement und abonnieren Sie neu.',
  'More than {} sources of calendars cannot be connected.':
    'Mehr als {1} Kalenderquellen lassen sich nicht verbinden.',
  'It was removed in the meantime.': 'Sie wurde inzwischen entfernt.',
  'Enter an address like https://calendar.example.org.':
    'Bitte geben Sie eine Adresse ein, etwa https://calendar.example.org.',
  'Enter the user name of this server.': 'Bitte geben Sie Ihren Benutzernamen bei diesem Server ein.',
  'Enter the password, or an app password.': 'Bitte geben Sie das Passwort ein, oder ein App-Passwort.',
  '{} asks for a password, which a subscription has none of. Subscribe to an address that needs none.':
    '{1} verlangt ein Passwort, das ein Abonnement nicht hat. Bitte abonnieren Sie eine Adresse, die keines braucht.',
  'plMail may not see your calendars at {}. Sign in again and leave the box for calendars ticked.':
    'plMail darf Ihre Kalender bei {1} nicht sehen. Bitte melden Sie sich neu an, und lassen Sie den Haken bei den Kalendern stehen.',
  '{} refused the password. Enter the current one, or an app password if the server asks for one.':
    '{1} hat das Passwort abgelehnt. Bitte geben Sie das aktuelle ein, oder ein App-Passwort, wenn der Server eines verlangt.',
  'The permission to read this account has ended. Sign in to {} again.':
    'Die Erlaubnis, dieses Konto zu lesen, ist abgelaufen. Bitte melden Sie sich bei {1} neu an.',
  'plMail does not have the access it needs. Sign in to {} again and grant everything asked for.':
    'plMail hat nicht den Zugang, den es braucht. Bitte melden Sie sich bei {1} neu an und erlauben Sie alles, wonach gefragt wird.',
  '{} lets nobody in with this address and user name. Check them, or ask whoever runs it.':
    '{1} lässt mit dieser Adresse und diesem Benutzernamen niemanden hinein. Bitte prüfen Sie beides, oder fragen Sie, wer den Server betreibt.',
  'The organisation of this account does not let plMail in. Its administrator at {} can allow it.':
    'Die Organisation dieses Kontos lässt plMail nicht hinein. Ihre Verwaltung bei {1} kann es erlauben.',
  '{} does not accept this server any more. Only its administrator can mend that.':
    '{1} nimmt diesen Server nicht mehr an. Nur seine Verwaltung kann das beheben.',
  'No trusted encrypted connection to {} comes about, so nothing is sent there. Ask whoever runs it.':
    'Zu {1} kommt keine vertrauenswürdig verschlüsselte Verbindung zustande, darum wird dorthin nichts gesendet. Bitte fragen Sie, wer den Server betreibt.',
  '{} cannot be reached. It is tried again by itself; what is already here stays readable.':
    '{1} ist nicht zu erreichen. Es wird von selbst weiter versucht; was schon da ist, bleibt lesbar.',
  'There are no calendars at this address of {} any more. Check the address.':
    'Unter dieser Adresse von {1} gibt es keine Kalender mehr. Bitte prüfen Sie die Adresse.',
  '{} refused this user name or password. Some servers want an app password made in their settings instead of the usual one.':
    '{1} hat Benutzernamen oder Passwort abgelehnt. Manche Server verlangen statt des üblichen ein App-Passwort aus ihren Einstellungen.',
  'No trusted encrypted connection to {} comes about. Check the address, or ask whoever runs it.':
    'Zu {1} kommt keine vertrauenswürdig verschlüsselte Verbindung zustande. Bitte prüfen Sie die Adresse, oder fragen Sie, wer den Server betreibt.',
  '{} refused the request.': '{1} hat die Anfrage abgelehnt.',
  '{} is not answering right now. Try again in a few minutes.':
    '{1} antwortet gerade nicht. Bitte versuchen Sie es in ein paar Minuten wieder.',
  '{} does not answer. Check the spelling, and whether the address begins with https://.':
    '{1} antwortet nicht. Bitte prüfen Sie die Schreibweise, und ob die Adresse mit https:// beginnt.',
  '{} offers no calendars at this address. Enter the address that its help pages name for CalDAV.':
    '{1} bietet unter dieser Adresse keine Kalender an. Bitte geben Sie die Adresse ein, die dort in der Hilfe für CalDAV steht.',
  'Enter an address that begins with https:// and has no password in it.':
    'Bitte geben Sie eine Adresse ein, die mit https:// beginnt und kein Passwort enthält.',
  'This address leads to a private network. The administrator can allow it with INTEGRATIONS_ALLOWED_HOSTS.':
    'Diese Adresse führt in ein privates Netz. Die Verwaltung kann es mit INTEGRATIONS_ALLOWED_HOSTS erlauben.',
  'The address sends on and on, and never to a calendar.':
    'Die Adresse verweist immer weiter und nie auf einen Kalender.',
}

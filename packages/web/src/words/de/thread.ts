import type { Catalogues } from '../catalogues.ts'
import { counted } from '../numbers.ts'

export const thread: Catalogues['thread'] = {
  showImages: (n) => `${counted(n, 'Bild', 'Bilder')} anzeigen`,
  imagesBlocked: 'Bilder aus dem Internet werden nicht geladen.',
  warning: ({ kind, claimed, actual }) =>
    kind === 'domainInName'
      ? `Im Namen steht ${claimed}, gekommen ist das aber von ${actual}.`
      : `Im Namen steht „${claimed}“, gekommen ist das aber von ${actual}, was damit nichts zu tun haben muss.`,
  menu: 'Mehr zu dieser Nachricht',
  earlier: (n) => counted(n, 'frühere Nachricht', 'frühere Nachrichten'),
  draft: { title: 'Entwurf', edit: 'Bearbeiten', discard: 'Verwerfen', discarded: 'Entwurf verworfen' },
  damaged:
    'Die Kopie dieser Nachricht auf diesem Server ist beschädigt. plMail holt sie erneut von Ihrem E-Mail-Anbieter. Öffnen Sie die Nachricht in ein paar Minuten noch einmal.',
  print: 'Drucken',
  original: 'Original anzeigen',
  saveMessage: 'Nachricht herunterladen (.eml)',
  details: 'Einzelheiten und Kopfzeilen',
  notRendered: 'Diese Nachricht lässt sich im Moment nicht anzeigen.',
  download: 'Herunterladen',
  downloadFailed: (name: string) => `${name} ließ sich nicht herunterladen.`,
  darkColours: 'Dunkle Farben',
  ownColours: 'Ursprüngliche Farben',
  fixedWidth: 'Schrift mit fester Breite',
  proportional: 'Proportionale Schrift',
  always: (who: string) => `Von ${who} immer anzeigen`,
  trusted: (who: string) => `Bilder von ${who} werden ab jetzt angezeigt`,
  notTrusted: 'Das ließ sich nicht speichern. Versuchen Sie es noch einmal.',
  picturesFailed: (n: number) => `${counted(n, 'Bild ließ', 'Bilder ließen')} sich nicht laden.`,
  spam: 'Diese Nachricht liegt im Spam. Ihre Bilder bleiben blockiert, von wem sie auch kommt. Folgen Sie ihren Links nicht.',
  linkWarning: (says: string) => `Im Text steht ${says}, der Link führt aber zu`,
  leadsTo: 'Führt zu',
  authentication: {
    title: 'Ist der Absender echt?',
    none: 'Kein Mailserver sagt, ob der Absender der ist, für den er sich ausgibt.',
    by: (by: string, isBelieved: boolean) =>
      isBelieved
        ? `Nach Angabe von ${by}, dem Mailserver dieses Postfachs:`
        : `Nach Angabe von ${by}, was jeder geschrieben haben kann:`,
    signed: (domains: string) => `Unterschrieben von ${domains}.`,
    verdict: ({ spf, dkim, dmarc }) => [
      ...(dmarc ? [`${dmarcSays(dmarc)} (DMARC: ${dmarc}).`] : []),
      ...(dkim ? [`${dkimSays(dkim)} (DKIM: ${dkim}).`] : []),
      ...(spf ? [`${spfSays(spf)} (SPF: ${spf}).`] : []),
    ],
  },
  field: {
    from: 'Von',
    replyTo: 'Antwort an',
    to: 'An',
    cc: 'Kopie',
    bcc: 'Blindkopie',
    subject: 'Betreff',
    sent: 'Gesendet',
    received: 'Empfangen',
    size: 'Größe',
  },
  allHeaders: 'Alle Kopfzeilen',
  copyHeaders: 'Kopfzeilen kopieren',
  copied: 'Kopiert',
  notLoaded: 'Das lässt sich im Moment nicht anzeigen.',
  files: {
    unnamed: {
      event: 'Termin.ics',
      contact: 'Kontakt.vcf',
      message: 'Nachricht.eml',
      picture: 'Bild',
      other: 'Datei',
    },
    all: 'Alle herunterladen',
    open: 'Öffnen:',
    next: 'Nächster Anhang',
    previous: 'Vorheriger Anhang',
    place: (at: number, of: number) => `${at} von ${of}`,
    zoomIn: 'Originalgröße',
    zoomOut: 'Ins Fenster einpassen',
    none: 'Von dieser Datei gibt es keine Vorschau.',
    clipped: 'Nur der Anfang ist zu sehen. Laden Sie die Datei herunter, um alles zu lesen.',
    message: (subject: string) => `Angehängte Nachricht: ${subject}`,
    page: (at: number, of: number, name: string) => `${name}, Seite ${at} von ${of}`,
    firstPages: (n: number, of: number) =>
      `Die ersten ${n} von ${of} Seiten. Laden Sie die Datei herunter, um alles zu sehen.`,
    asText: 'Als Text anzeigen',
    noText: 'Dieses Dokument enthält keinen lesbaren Text.',
  },
  event: {
    when: 'Wann',
    where: 'Wo',
    organizer: 'Organisiert von',
    people: 'Eingeladen',
    repeats: 'Wiederholt sich',
    cancelled: 'Abgesagt',
    noTitle: '(ohne Titel)',
  },
  trust: {
    title: 'Lesen',
    darken: 'Farben der Nachrichten im dunklen Design',
    darkenOptions: {
      simple: 'Dunkel, außer gestalteten Nachrichten',
      all: 'Immer dunkel',
      never: 'Ursprüngliche Farben',
    },
    darkenHint: 'Im Menü jeder Nachricht lässt sich umschalten.',
    senders: 'Absender, deren Bilder immer angezeigt werden',
    intro:
      'Bilder aus dem Internet verraten ihrem Absender, dass Sie lesen. Bei diesen Absendern werden sie ungefragt geladen, außer im Spam.',
    none: 'Keine. Wählen Sie über einer Nachricht „Immer anzeigen“, um ihren Absender aufzunehmen.',
    remove: (address: string) => `Bilder von ${address} nicht mehr anzeigen`,
    removed: (address: string) => `Bilder von ${address} sind wieder blockiert`,
    back: (address: string) => `Bilder von ${address} werden wieder angezeigt`,
  },
}

function dmarcSays(result: string): string {
  if (result === 'pass') return 'Die Domain des Absenders steht hinter dieser Nachricht'
  if (result === 'none') return 'Die Domain des Absenders sagt nicht, ob sie hinter dieser Nachricht steht'
  return 'Die Domain des Absenders steht nicht hinter dieser Nachricht'
}

function dkimSays(result: string): string {
  if (result === 'pass') return 'Die Unterschrift ist echt'
  return result === 'none' ? 'Niemand hat diese Nachricht unterschrieben' : 'Die Unterschrift hält nicht'
}

function spfSays(result: string): string {
  if (result === 'pass') return 'Der sendende Server darf für diese Domain senden'
  if (result === 'none' || result === 'neutral')
    return 'Die Domain sagt nicht, welche Server für sie senden dürfen'
  return 'Der sendende Server darf nicht für diese Domain senden'
}

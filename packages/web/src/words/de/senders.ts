import type { Catalogues } from '../catalogues.ts'

export const senders: Catalogues['senders'] = {
  offline: 'Der Server ist nicht zu erreichen, also wurde nichts geändert.',
  blocked: {
    intro: 'Neue Post dieser Absender kommt in den Spam, noch vor jeder Regel.',
    none: 'Niemand ist blockiert. Blockieren Sie einen Absender aus einer seiner Nachrichten, oder tragen Sie hier eine Adresse ein.',
    label: 'Adresse oder Domain',
    hint: 'anna@example.org, oder example.org für alle dort',
    wrong: 'Das ist weder eine Adresse noch eine Domain.',
    add: 'Blockieren',
    unblock: 'Freigeben',
    unblockLabel: (who) => `${who} freigeben`,
    done: (who) => `${who} ist blockiert`,
    undone: (who) => `${who} ist nicht mehr blockiert`,
    ask: (who) => `${who} blockieren?`,
    text: 'Neue Post von dort kommt in den Spam, diese Unterhaltung auch. Blockierte Absender stehen in den Einstellungen.',
    address: 'Diese Adresse',
    domain: (domain) => `Alle bei ${domain}`,
    known: (who) => `${who} ist schon blockiert`,
  },
  unsubscribe: {
    ask: (from) => `${from} abbestellen?`,
    looking: 'Es wird nachgesehen, wie man diese Liste verlässt …',
    oneClick: (to) => `plMail bittet ${to}, Sie von der Liste zu nehmen. Sonst wird dorthin nichts gesendet.`,
    mail: (to) => `plMail sendet in Ihrem Namen eine Nachricht an ${to}. Sie liegt danach in „Gesendet“.`,
    page: (to) =>
      `Diese Liste lässt sich nur auf einer Seite von ${to} verlassen. Sie öffnet sich in einem neuen Tab.`,
    noWay: 'Diese Nachricht nennt keinen Weg, ihre Liste zu verlassen. Der Absender lässt sich blockieren.',
    yes: 'Abbestellen',
    visit: 'Seite öffnen',
    asked: (to) => `${to} wurde gebeten, Sie von der Liste zu nehmen`,
    sent: (to) => `Eine Nachricht an ${to} ist unterwegs`,
    refused: (to, status) => `${to} hat abgelehnt (${status}). Sie stehen noch auf der Liste.`,
    unreachable: (to) => `${to} hat nicht geantwortet. Sie stehen noch auf der Liste.`,
    notSent: 'Die Nachricht konnte nicht gesendet werden. Sie stehen noch auf der Liste.',
  },
}

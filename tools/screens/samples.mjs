/** The texts of what the screens show beside the mail of a demo: real enough to be looked at. */
export const englishSamples = {
  rule: 'Invoices',
  template: {
    name: 'Thanks for the order',
    subject: 'Your order, {{recipient.firstName}}',
    htmlBody: '<div>Dear {{recipient.firstName}},</div><div>thank you. It leaves us on {{date}}.</div>',
  },
  search: 'Files from Elin',
  contact: {
    given: 'Annika',
    surname: 'Scharfenberger',
    organization: 'Schifffahrtsversicherungsgesellschaft Nordhafen',
    title: 'Head of claims',
    workEmail: 'annika.scharfenberger@schifffahrtsversicherungsgesellschaft.example',
    homeEmail: 'annika@home.example',
    address: 'Am Sandtorkai 7\n20457 Hamburg',
    link: 'https://www.nordhafen.example/claims/annika-scharfenberger',
    note: 'Prefers to be called before ten.\nKnows the harbour master.',
  },
  events: {
    longest: 'Design review',
    shortest: 'Dentist',
    place: 'Harbour street 4',
    longTitle: 'Call with the bank about the mortgage',
    recurring: 'Stand-up',
  },
  shareLink: 'For the band',
  booking: {
    open: 'A talk with Nora',
    cancelled: 'Lunch at the harbour',
    closed: 'A day on the boats',
    description: 'For anything about the library.',
    location: 'Harbour library, second floor',
    visitor: { name: 'Ben Ottesen', email: 'nora@larkfield.example', note: 'About the boats.' },
  },
}

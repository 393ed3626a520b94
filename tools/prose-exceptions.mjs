/** Sources whose sentences no catalogue says, each with its reason; the list only gets shorter. */
export const proseExceptions = [
  [
    /^jmap\//,
    'RFC 8620 §5.3: the description of an error is not localised and for the authors of clients only',
  ],
  [/^mail\/(submission\/(envelope|receipt-rules)|search\/conditions)\.ts$/, 'the same, from the room'],
  [/^calendar\/events\/set-events\.ts$/, 'the same, from the room'],
  [
    /^providers\/(google|microsoft|imap|caldav|contract)\//,
    'what a provider answered, for the log and for whoever looks at the row that waits',
  ],
  [/^(main\/provider-sessions|accounts\/grants\/access-token)\.ts$/, 'the same, in place of a provider'],
  [/^store\/locks\.ts$/, 'the reason of an aborted signal, for the log'],
  [
    /^sync\/(outbox|verify|by-folder|by-item)\//,
    'why an entry of a ledger waits, for whoever looks at its row',
  ],
  [/^sync\/ledger\/message-stub\.ts$/, 'a message, which is bytes and has the language of mail servers'],
  [
    /^assistant\/(prompt\/|create-assistant\.ts$)/,
    'instructions for a model, which are tried in this language',
  ],
  [/^safety\/render\/rendering\.ts$/, 'for clients that hand in no words of their own'],
]

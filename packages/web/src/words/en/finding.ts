/** Texts of suggestions while somebody types, in the search box and in the palette. */
export const finding = {
  operators: {
    'from:': 'who wrote it',
    'to:': 'whom it is written to',
    'subject:': 'words of the subject',
    'in:': 'in a folder or label',
    'has:': 'with an attachment, a star',
    'is:': 'unread, starred, answered',
    'filename:': 'the name of an attachment',
    'before:': 'received before a day',
    'after:': 'received from a day on',
    'newer_than:': 'not older than so long',
    'older_than:': 'older than so long',
    'larger:': 'at least so large',
    'smaller:': 'smaller than that',
    'body:': 'words of the text',
    'cc:': 'who has a copy',
    'list:': 'from a mailing list',
  },
  value: (operator: string, value: string): string => {
    if (operator === 'in:' || operator === 'label:') return 'folder'
    if (operator === 'before:') return `before ${value}`
    if (operator === 'after:') return `from ${value} on`
    return ''
  },
  hint: '> commands · # labels · @ people · / mail',
  goTo: (name: string) => `Go to ${name}`,
  moveTo: (name: string) => `Move to ${name}`,
  label: (name: string) => `Put the label ${name} on it`,
  writeTo: (name: string) => `Write to ${name}`,
  mailOf: (name: string) => `Mail of ${name}`,
}

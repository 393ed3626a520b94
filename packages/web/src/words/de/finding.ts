import type { Catalogues } from '../catalogues.ts'

export const finding: Catalogues['finding'] = {
  operators: {
    'from:': 'wer es geschrieben hat',
    'to:': 'an wen es geht',
    'subject:': 'Wörter im Betreff',
    'in:': 'in einem Ordner oder Label',
    'has:': 'mit Anhang, mit Stern',
    'is:': 'ungelesen, markiert, beantwortet',
    'filename:': 'der Name eines Anhangs',
    'before:': 'vor einem Tag angekommen',
    'after:': 'ab einem Tag angekommen',
    'newer_than:': 'nicht älter als so lange',
    'older_than:': 'älter als so lange',
    'larger:': 'mindestens so groß',
    'smaller:': 'kleiner als das',
    'body:': 'Wörter im Text',
    'cc:': 'wer eine Kopie hat',
    'list:': 'aus einer Mailingliste',
  },
  value: (operator: string, value: string): string => {
    if (operator === 'in:' || operator === 'label:') return 'Ordner'
    if (operator === 'before:') return `vor dem ${value}`
    if (operator === 'after:') return `ab dem ${value}`
    return ''
  },
  hint: '> Befehle · # Labels · @ Personen · / Post',
  goTo: (name: string) => `${name} öffnen`,
  moveTo: (name: string) => `Nach ${name} verschieben`,
  label: (name: string) => `Mit dem Label ${name} versehen`,
  writeTo: (name: string) => `An ${name} schreiben`,
  mailOf: (name: string) => `Post von ${name}`,
}

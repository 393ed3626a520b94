import type { Category } from '@plmail/wire'
import type { Catalogues } from '../catalogues.ts'
import { count } from '../numbers.ts'

export const categories: Catalogues['categories'] = {
  tabs: 'Reiter des Posteingangs',
  name: {
    primary: 'Allgemein',
    social: 'Soziales',
    promotions: 'Werbung',
    updates: 'Meldungen',
    forums: 'Foren',
  } satisfies Record<Category, string>,
  fresh: (n: number) => `${count(n)} neu`,
  unread: (n: number) => `${count(n)} ungelesen`,
  empty: (tab: string) => `In „${tab}“ ist nichts.`,
  moved: (n: number, tab: string) => (n === 1 ? `In „${tab}“ gelegt` : `${count(n)} in „${tab}“ gelegt`),
  move: {
    title: 'In einen anderen Reiter legen',
    pick: 'In welchen Reiter?',
    none: 'Einen solchen Reiter gibt es nicht.',
    isHere: 'Liegt schon dort',
    stays: 'Was in der Unterhaltung später kommt, liegt dann auch in dem Reiter, den Sie wählen.',
  },
  why: 'Warum es in diesem Reiter liegt',
  because: {
    hand: (tab) => `In „${tab}“, weil Sie es dorthin gelegt haben.`,
    provider: (tab) => `In „${tab}“, weil Ihr Mailanbieter es dort einordnet.`,
    known: (tab, who) => `In „${tab}“, weil Sie ${who ?? 'dem Absender'} schon geschrieben haben.`,
    list: (tab) => `In „${tab}“, weil es an eine Mailingliste geschrieben wurde.`,
    social: (tab) => `In „${tab}“, weil es von einem sozialen Netzwerk kommt.`,
    automatic: (tab) => `In „${tab}“, weil ein Programm es geschrieben hat.`,
    bulk: (tab) => `In „${tab}“, weil dasselbe an viele gesendet wurde.`,
    nothing: (tab) => `In „${tab}“, weil nichts darin für einen anderen Reiter spricht.`,
  },
  setting: 'Posteingang',
  settings: { off: 'Eine Liste', on: 'Reiter' },
  hint: 'Reiter halten Rundschreiben, Meldungen und dergleichen von dem getrennt, was Menschen Ihnen schreiben. Verschoben wird nichts: Bei Ihrem Mailanbieter bleibt alles im Posteingang.',
}

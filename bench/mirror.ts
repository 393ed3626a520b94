import type { Emulated } from './stage/emulated-provider.ts'
import { type MirrorDays, mirrorDays } from './stage/mirror-days.ts'
import { onDatabase } from './stage/on-database.ts'
import { type Bench, isAsked, type Row, short } from './stage/rows.ts'

/**
 * What the standing check of the mirror costs while the provider's counts lastingly differ from what it lists: four days
 * of a mailbox of 8,000 messages at the emulated Gmail and Graph, there also of one of 400 with fifty folders of twenty
 * messages beside the usual ones.
 */
export const mirror: Bench = {
  name: 'mirror',
  isLong: true,
  run: async (stage) => {
    const rows: Row[] = []
    for (const [provider, labels] of mailboxes) {
      const name = getName(provider, labels)
      if (!isAsked(stage, name)) continue
      const days = await onDatabase(stage, (dataFolder) =>
        mirrorDays({ provider, dataFolder, labels, say: stage.say }),
      )
      rows.push(...getRows(provider, name, days))
    }
    return rows
  },
}

const mailboxes: ReadonlyArray<[Emulated, labels: number]> = [
  ['Gmail', 0],
  ['Gmail', 2_000],
  ['Graph', 0],
  ['Graph', 50],
]

function getName(provider: Emulated, labels: number): string {
  const kind = provider === 'Gmail' ? 'labels' : 'folders'
  return `${provider}, ${labels} more ${kind}`
}

function getRows(provider: Emulated, name: string, figures: MirrorDays): Row[] {
  const unit = provider === 'Gmail' ? 'units' : 'requests'
  const { days, card, verificationADay, quotaADay } = figures
  return [
    {
      what: `${name}: complete listings a day`,
      value: figures.sweepsADay,
      unit: '',
      budget: { atMost: 1 },
      note: `of one ${provider === 'Gmail' ? 'account' : 'folder'} in its worst 24 hours; ${count(figures.sweeps)} in ${days} days; ${count(card.localCount)} here, ${count(card.remoteCount)} there, ${count(card.accepted)} accepted, ${count(card.mended)} put right`,
    },
    {
      what: `${name}: verification, of the quota`,
      value: (verificationADay / quotaADay) * 100,
      unit: '%',
      budget: { atMost: 2 },
      note: `${count(verificationADay)} of ${count(quotaADay)} ${unit} in the worst 24 hours`,
    },
    {
      what: `${name}: looks a day`,
      value: figures.looks / days,
      unit: '',
      note: `${count(figures.requests / days)} requests a day, ${count(figures.spent / days)} ${unit}; ${short(figures.realSeconds)} s here for ${days} days`,
    },
  ]
}

const count = (value: number): string => Math.round(value).toLocaleString('en')

import type { World } from '../../world.ts'
import { guid } from '../guid.ts'

/** A colour with a name; messages carry the name [D]. */
export interface OutlookCategory {
  readonly id: string
  readonly displayName: string
  color: string
}

export interface Categories {
  list(): readonly OutlookCategory[]
  find(id: string): OutlookCategory | undefined
  named(name: string): OutlookCategory | undefined
  add(name: string, color: string): OutlookCategory
  /** As Outlook does when somebody types a new one. */
  ensure(name: string): OutlookCategory
  remove(id: string): void
}

/** [S] */
export const categoryColors = ['none', ...Array.from({ length: 25 }, (_, at) => `preset${at}`)]

export function createCategories(world: World): Categories {
  let all: OutlookCategory[] = []
  const named = (name: string): OutlookCategory | undefined =>
    all.find((category) => category.displayName.toLowerCase() === name.toLowerCase())
  const add = (displayName: string, color: string): OutlookCategory => {
    const category = { id: guid(world), displayName, color }
    all.push(category)
    return category
  }
  return {
    list: () => all,
    find: (id) => all.find((category) => category.id === id),
    named,
    add,
    ensure: (name) => named(name) ?? add(name, `preset${all.length % 25}`),
    remove(id) {
      all = all.filter((category) => category.id !== id)
    },
  }
}

/** An item kept in order of arrival. */
export interface Dated {
  /** Unique, and the order among what arrived in the same millisecond. */
  readonly serial: number
  receivedAt: number
}

/** Items by time of receipt, oldest first, kept sorted as they come and go. */
export class Sorted<Item extends Dated> {
  readonly items: Item[] = []

  add(item: Item): void {
    this.items.splice(this.getPlace(item), 0, item)
  }

  remove(item: Item): void {
    const place = this.getPlace(item)
    if (this.items[place] === item) this.items.splice(place, 1)
  }

  /** Returns the index of the first item that is not before `key`. */
  getPlace(key: Dated): number {
    let low = 0
    let high = this.items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const middleItem = this.items[middle]
      if (middleItem !== undefined && isBefore(middleItem, key)) low = middle + 1
      else high = middle
    }
    return low
  }

  *newestFirst(): Generator<Item> {
    for (let at = this.items.length - 1; at >= 0; at--) {
      const item = this.items[at]
      if (item !== undefined) yield item
    }
  }
}

export function isBefore(a: Dated, b: Dated): boolean {
  return a.receivedAt < b.receivedAt || (a.receivedAt === b.receivedAt && a.serial < b.serial)
}

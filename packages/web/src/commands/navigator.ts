import { createTopic } from '../records/index.ts'
import { inbox, pathOf, placeOf, type Place } from './places.ts'

export interface Navigator {
  /** Watched. */
  readonly place: Place
  /** `replace` leaves no step in history: stepping through threads with one key should not need as many backs. */
  go(place: Place, how?: 'push' | 'replace'): void
  back(): void
}

/** The part of the browser that this file uses. */
export interface AddressBar {
  path(): string
  push(path: string): void
  replace(path: string): void
  back(): void
  onPop(listener: () => void): void
}

/** `onMove` runs after every change of place: what was opened over the old one goes away. */
export function createNavigator(bar: AddressBar, onMove: () => void): Navigator {
  const topic = createTopic()
  let place = placeOf(bar.path()) ?? inbox
  if (bar.path() !== pathOf(place)) bar.replace(pathOf(place))

  bar.onPop(() => {
    place = placeOf(bar.path()) ?? inbox
    topic.touch()
    onMove()
  })

  return {
    get place() {
      topic.watch()
      return place
    },
    go(next, how = 'push') {
      const path = pathOf(next)
      if (path === pathOf(place)) return
      place = next
      bar[how](path)
      topic.touch()
      onMove()
    },
    back: bar.back,
  }
}

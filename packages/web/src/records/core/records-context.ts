import type { JobEvent, StateChange } from '@plmail/wire'
import type { Http, Jmap } from '../../net/index.ts'
import type { Personal } from './personal.ts'

/** The news that the server pushes to every listener. */
export type News =
  | { kind: 'state'; change: StateChange }
  | { kind: 'job'; job: JobEvent }
  /** The type of objects that a notice is about. */
  | { kind: 'notice'; reference: string | undefined }

/**
 * The dependencies of records that are loaded with the screen they belong to, so that the first screen does without
 * them.
 */
export interface RecordsContext {
  readonly jmap: Jmap
  readonly http: Http
  readonly personal: Personal
  /** Hears all news from then on. */
  listen(listener: (news: News) => void): void
}

/** Whether the change is of such objects, of any account. */
export const isOf = ({ changed }: StateChange, type: string): boolean =>
  Object.values(changed).some((types) => type in types)

/** The same records for every screen of the page; made when the first one asks. */
export function oncePer<H extends object, T>(create: (context: H) => T): (context: H) => T {
  const recordsByContext = new WeakMap<H, T>()
  return (context) => {
    const records = recordsByContext.get(context) ?? create(context)
    recordsByContext.set(context, records)
    return records
  }
}

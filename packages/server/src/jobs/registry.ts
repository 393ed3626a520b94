import type { JobKind, Lane, RunContext, Schedule } from './types.ts'

/** A kind with whoever runs it; the payload's type is known between the two only. */
export interface Handled {
  name: string
  lane: Lane
  maxAttempts: number
  run(payload: unknown, context: RunContext): Promise<void>
}

/** The kinds this process knows, and when they run by themselves. */
export class Registry {
  readonly #kinds = new Map<string, Handled>()
  readonly #schedules: Schedule[] = []

  handle<Payload>(
    kind: JobKind<Payload>,
    run: (payload: Payload, context: RunContext) => Promise<void>,
  ): void {
    if (this.#kinds.has(kind.name)) throw new Error(`Two handlers for jobs of kind ${kind.name}`)
    const { name, lane, maxAttempts } = kind
    this.#kinds.set(name, {
      name,
      lane,
      maxAttempts,
      run: (payload, context) => run(kind.parse(payload), context),
    })
  }

  schedule(schedule: Schedule): void {
    this.#schedules.push(schedule)
  }

  ofLane(lane: Lane): Handled[] {
    return [...this.#kinds.values()].filter((kind) => kind.lane === lane)
  }

  all(): Handled[] {
    return [...this.#kinds.values()]
  }

  getKind(name: string): Handled {
    const kind = this.#kinds.get(name)
    if (!kind) throw new Error(`Nobody handles jobs of kind ${name}`)
    return kind
  }

  schedules(): readonly Schedule[] {
    const orphan = this.#schedules.find(({ kind }) => !this.#kinds.has(kind.name))
    if (orphan) throw new Error(`Nobody handles the scheduled kind ${orphan.kind.name}`)
    return this.#schedules
  }
}

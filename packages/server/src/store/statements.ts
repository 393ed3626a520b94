import pg from 'pg'
import utils from 'pg/lib/utils.js'

/** A statement on its way to a connection. */
export interface Statement {
  /** It is prepared under this name, which stands for one text; with none it is planned anew. */
  name: string
  text: string
  /** As they are sent. */
  values: Array<string | Buffer | null>
}

export interface StatementAnswer {
  rows: unknown[]
  /** The command tag, `COMMIT` for instance. */
  command: string
}

/** Throws for a value that cannot be sent. */
export function statement(name: string, text: string, values: readonly unknown[]): Statement {
  return { name, text, values: values.map((value) => utils.prepareValue(value)) }
}

/**
 * Runs statements one after the other with one Sync behind the last (PostgreSQL's manual, "Pipelining"), so that
 * they cost one turn of the server and one wake-up each way. The driver would follow each with a Sync of its own, and
 * have its columns described every time. When one fails, those behind it do not run, and all fail with its error.
 */
export function runStatements(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<StatementAnswer[]> {
  return new Promise((resolve, reject) => {
    client.query(new Run(statements, resolve, reject))
  })
}

/** The facts about a statement that a connection has prepared. */
interface PreparedNames {
  text: string
  columns: readonly Column[]
  /** A run failed before its end, so that the server may or may not have it. */
  isInDoubt: boolean
}

interface Column {
  name: string
  parse(text: string): unknown
}

const knownOn = new WeakMap<pg.Connection, Map<string, PreparedNames>>()

/**
 * A query of the driver's own class, because the driver refuses others where statements are pipelined; this class
 * implements everything itself.
 */
class Run extends pg.Query {
  readonly #statements: readonly Statement[]
  readonly #resolve: (answers: StatementAnswer[]) => void
  readonly #reject: (error: unknown) => void
  readonly #answers: StatementAnswer[] = []
  #known = new Map<string, PreparedNames>()
  #rows: unknown[] = []
  /** A value that was received and cannot be read. */
  #unreadable: { error: unknown } | undefined

  constructor(
    statements: readonly Statement[],
    resolve: (answers: StatementAnswer[]) => void,
    reject: (error: unknown) => void,
  ) {
    super('') // the driver copies a text for less than an object with one
    this.#statements = statements
    this.#resolve = resolve
    this.#reject = reject
  }

  override submit = (connection: pg.Connection): Error | null => {
    this.#known = knownOn.get(connection) ?? new Map<string, PreparedNames>()
    knownOn.set(connection, this.#known)
    const unlike = this.#statements.find(
      ({ name, text }) => name !== '' && (this.#known.get(name)?.text ?? text) !== text,
    )
    if (unlike) return new Error(`The statement ${unlike.name} was prepared with another text`)
    // Each message is a write of its own, and a system call that wakes the database, unless they are held together.
    connection.stream.cork()
    for (const queued of this.#statements) send(connection, queued, this.#known)
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: ReadonlyArray<{ name: string; dataTypeID: number }> }): void {
    const current = this.#current()
    if (current)
      current.columns = fields.map(({ name, dataTypeID }) => ({
        name,
        parse: pg.types.getTypeParser(dataTypeID) as Column['parse'],
      }))
  }

  handleDataRow({ fields }: { fields: ReadonlyArray<string | null> }): void {
    try {
      this.#rows.push(toRow(this.#current()?.columns ?? [], fields))
    } catch (error) {
      this.#unreadable ??= { error }
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#answers.push({ rows: this.#rows, command: text })
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  /** Only now has a single statement committed. */
  handleReadyForQuery(): void {
    if (this.#unreadable) this.#reject(this.#unreadable.error)
    else this.#resolve(this.#answers)
  }

  handleError(error: unknown): void {
    for (const { name } of this.#statements.slice(this.#answers.length)) {
      const prepared = this.#known.get(name)
      if (prepared) prepared.isInDoubt = true
    }
    this.#reject(error)
  }

  #current(): PreparedNames | undefined {
    return this.#known.get(this.#statements[this.#answers.length]?.name ?? '')
  }
}

/** Its columns are described when it is prepared, and stay as they are as long as it is. */
function send(
  connection: pg.Connection,
  { name, text, values }: Statement,
  preparedByName: Map<string, PreparedNames>,
): void {
  const isNew = name === '' || (preparedByName.get(name)?.isInDoubt ?? true)
  if (isNew) {
    if (name !== '' && preparedByName.has(name)) connection.close({ type: 'S', name }, true) // no error when the server has none
    connection.parse({ name, text, types: [] }, true)
    preparedByName.set(name, { text, columns: [], isInDoubt: false })
  }
  connection.bind({ portal: '', statement: name, values }, true)
  if (isNew) connection.describe({ type: 'P' }, true)
  connection.execute({ portal: '' }, true)
}

function toRow(columns: readonly Column[], fields: ReadonlyArray<string | null>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  columns.forEach(({ name, parse }, index) => {
    const field = fields[index] ?? null
    row[name] = field === null ? null : parse(field)
  })
  return row
}

/** The statements of one connection, sent together at the end of a turn of the event loop. */
export interface Gathering {
  run(name: string, text: string, values: readonly unknown[]): Promise<StatementAnswer>
  /** Sends now what has been gathered, so that something else can go out behind it. */
  flush(): void
}

export function gatherStatements(client: pg.ClientBase): Gathering {
  interface Waiting {
    statement: Statement
    resolve(answer: StatementAnswer): void
    reject(error: unknown): void
  }
  let waiting: Waiting[] = []
  const flush = (): void => {
    if (waiting.length === 0) return
    const sent = waiting
    waiting = []
    runStatements(
      client,
      sent.map((queued) => queued.statement),
    ).then(
      (answers) => answers.forEach((answer, index) => sent[index]?.resolve(answer)),
      (error: unknown) => sent.forEach(({ reject }) => reject(error)),
    )
  }
  return {
    run: (name, text, values) =>
      new Promise((resolve, reject) => {
        const encoded = statement(name, text, values)
        if (waiting.length === 0) process.nextTick(flush)
        waiting.push({ statement: encoded, resolve, reject })
      }),
    flush,
  }
}

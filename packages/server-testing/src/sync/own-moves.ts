/** What our own connections are moving at this moment, read off the wire. */
export interface OwnMoves {
  sent(chunk: Buffer, connection: number): void
  answered(chunk: Buffer): void
  /** Runs another client's move of a message; true when one of our own moves of it was under way at the same time. */
  during(folder: string, uid: string, work: () => Promise<unknown>): Promise<boolean>
}

/**
 * Two clients that move one message at the same time may each make a copy: servers copy first and expunge then. A
 * MOVE is under way until it is answered, a COPY until the EXPUNGE after it is, and what was cut until we open a
 * folder again.
 */
export function watchOwnMoves(): OwnMoves {
  const folders = new Map<number, string>()
  let underWay: Array<{ message: string; endsWith: string | undefined }> = []
  let begun: string[] = []
  const sent: OwnMoves['sent'] = (chunk, connection) => {
    for (const line of String(chunk).split('\r\n')) {
      const [tag = '', ...words] = line.split(' ')
      const command = words.join(' ')
      const opened = /^(?:SELECT|EXAMINE) (?:"([^"]*)"|(\S+))/.exec(command)
      if (opened) {
        folders.set(connection, opened[1] ?? opened[2] ?? '')
        underWay = []
      }
      const moved = /^UID (MOVE|COPY) (\S+)/.exec(command)
      for (const uid of uidsIn(moved?.[2])) {
        const message = `${folders.get(connection)}/${uid}`
        underWay.push({ message, endsWith: moved?.[1] === 'MOVE' ? tag : undefined })
        begun.push(message)
      }
      if (/^(UID )?EXPUNGE/.test(command)) underWay = underWay.map((move) => ({ ...move, endsWith: tag }))
    }
  }
  const answered: OwnMoves['answered'] = (chunk) => {
    const tags = new Set(
      String(chunk)
        .split('\r\n')
        .map((line) => line.split(' ')[0]),
    )
    underWay = underWay.filter((move) => move.endsWith === undefined || !tags.has(move.endsWith))
  }
  return {
    sent,
    answered,
    during: async (folder, uid, work) => {
      begun = underWay.map((move) => move.message)
      await work()
      return begun.includes(`${folder}/${uid}`)
    },
  }
}

function uidsIn(set = ''): number[] {
  return set.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split(':').map(Number)
    return set === '' ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}

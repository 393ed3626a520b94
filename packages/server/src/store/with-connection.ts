import pg from 'pg'

/** Runs `work` on a connection of its own, outside any pool: for what comes before there is one. */
export async function withConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {}) // the statement under way rejects as well
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

import { rm } from 'node:fs/promises'
import type { Database } from './database.ts'

/**
 * Empties the database and removes every blob: the installation is as new afterwards, once the next start has
 * migrated it. Other schemas than ours (the job queue's included, which belongs to us) are left alone.
 */
export async function eraseEverything(database: Database, blobFolder: string): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('drop schema public cascade')
    await tx.query('create schema public')
  })
  await rm(blobFolder, { recursive: true, force: true })
}

import type { Database, DatabaseChoice, OpenOptions } from './database.ts'

/** Opens the database and migrates its schema to the current version. */
export async function openDatabase(choice: DatabaseChoice, options: OpenOptions): Promise<Database> {
  // Load only the chosen database, to save memory and time.
  if ('databaseUrl' in choice) {
    const { openPostgres } = await import('./open-postgres.ts')
    return await openPostgres(choice, options)
  }
  const { openEmbedded } = await import('./open-embedded.ts')
  return await openEmbedded(choice.dataDir, options)
}

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Orm } from '#server/storage/database.ts'
import type { BackedUpTable } from './backed-up-tables.ts'

const ForeignKeys = z.object({ rows: z.array(z.object({ drop: z.string(), add: z.string() })) })

/**
 * Runs `work` without foreign keys and triggers, because tables with mutual references cannot be filled in sequence. Adding the
 * foreign keys again checks all rows. Only needs the rights of the tables' owner.
 */
export async function withoutForeignKeys<T>(
  tx: Orm,
  tables: readonly BackedUpTable[],
  work: () => Promise<T>,
): Promise<T> {
  const names = tables.map(({ name }) => name)
  const result = await tx.execute(sql`
    select
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as add
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and relname in ${names}`)
  const { rows } = ForeignKeys.parse(result)
  for (const { drop } of rows) await tx.execute(sql.raw(drop))
  await setTriggers(tx, { names, state: 'disable' })
  const value = await work()
  await setTriggers(tx, { names, state: 'enable' })
  for (const { add } of rows) await tx.execute(sql.raw(add))
  return value
}

async function setTriggers(
  tx: Orm,
  { names, state }: { names: readonly string[]; state: 'enable' | 'disable' },
): Promise<void> {
  for (const name of names) {
    await tx.execute(
      sql`alter table ${sql.identifier('public')}.${sql.identifier(name)} ${sql.raw(state)} trigger user`,
    )
  }
}

import type { PGlite } from '@electric-sql/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type { Pool } from 'pg'
import type { Database, Orm } from '#server/storage/database.ts'
import * as schema from '#server/storage/schema.ts'
import type { Turn } from './take-turns.ts'

const casing = 'snake_case'

/** Wraps a database with a turn before each statement. Statements within a transaction have no turns of their own. */
export function ormWithTurns({ orm, pool }: Pick<Database, 'orm' | 'pool'>, turn: Turn): Orm {
  if (pool) return drizzlePostgres({ client: withTurns(pool, turn), schema, casing })
  const { $client } = orm as unknown as { $client: PGlite }
  return drizzlePglite({ client: withTurns($client, turn), schema, casing })
}

function withTurns<Client extends PGlite | Pool>(client: Client, turn: Turn): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      return async (...args: unknown[]): Promise<unknown> => {
        if (name === 'query') await turn()
        return value.apply(target, args)
      }
    },
  })
}

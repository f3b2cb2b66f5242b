import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { Orm } from '#server/storage/database.ts'

const STATEMENTS: ReadonlySet<PropertyKey> = new Set(['select', 'insert', 'update', 'delete', 'execute'])

/** Wraps a database to refuse a statement of each transaction. Statements count from 0. */
export function refusingOrm(orm: Orm, refused: number): Orm {
  const transaction: Orm['transaction'] = async (work, config) =>
    await orm.transaction(async (tx) => {
      let count = 0
      const counted = new Proxy(tx, {
        get(target, name) {
          if (!STATEMENTS.has(name)) return Reflect.get(target, name, target)
          const number = count
          count += 1
          if (number === refused) throw new DrizzleQueryError(String(name), [], new Error('it is refused'))
          return Reflect.get(target, name, target).bind(target)
        },
      })
      return await work(counted)
    }, config)
  return new Proxy(orm, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
  })
}

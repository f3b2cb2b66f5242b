import type { Orm } from '#server/storage/database.ts'
import type { Turn } from './take-turns.ts'

/** Error of the client if the connection breaks after the server has committed. */
export class LostAnswer extends Error {
  override name = 'LostAnswer'
}

/** Wraps a database with a turn before each transaction and before its response, which is lost if `loses` returns true. */
export function lossyOrm(orm: Orm, { turn, loses }: { turn: Turn; loses: () => boolean }): Orm {
  const transaction: Orm['transaction'] = async (work, config) => {
    await turn()
    const result = await orm.transaction(work, config)
    await turn()
    if (loses()) throw new LostAnswer('The connection broke after the commit')
    return result
  }
  return new Proxy(orm, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name, target)),
  })
}

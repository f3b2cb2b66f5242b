import pg from 'pg'

export interface StatementCounts extends Disposable {
  /** `begin` and `commit` count as well. */
  readonly statements: number
  /** A statement outside a transaction counts as a transaction. */
  readonly transactions: number
}

/** Counts the statements this process sends to PostgreSQL, on all its connections, until it is disposed of. */
export function countStatements(): StatementCounts {
  const { query } = pg.Client.prototype
  const inTransaction = new WeakSet<object>()
  const counts = { statements: 0, transactions: 0 }

  function count(client: object, text: string): void {
    counts.statements += 1
    if (!inTransaction.has(client)) counts.transactions += 1
    if (text.startsWith('begin')) inTransaction.add(client)
    if (text === 'commit' || text === 'rollback') inTransaction.delete(client)
  }

  Reflect.set(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]): unknown {
    count(this, readStatement(args[0]))
    return Reflect.apply(query, this, args)
  })
  return {
    get statements() {
      return counts.statements
    },
    get transactions() {
      return counts.transactions
    },
    [Symbol.dispose]() {
      pg.Client.prototype.query = query
    },
  }
}

function readStatement(statement: unknown): string {
  if (typeof statement === 'string') return statement
  if (typeof statement === 'object' && statement && 'text' in statement) return String(statement.text)
  return ''
}

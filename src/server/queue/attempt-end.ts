import type { Failure } from '#domain/failures/failure.ts'
import type { AccountKind } from '#domain/tasks/lent-access.ts'
import type { Orm } from '#server/storage/database.ts'
import type { SyncOutcome } from '#server/sync/outcome.ts'

/** How an attempt ended. */
export type AttemptEnd =
  | {
      kind: 'copied'
      outcome: SyncOutcome
      /** Whose access it used; null for a task that lists its accounts. */
      accountKind?: AccountKind | null
      publish: (tx: Orm) => Promise<void>
      remember: (tx: Orm) => Promise<void>
    }
  | { kind: 'failed'; error: unknown }
  | { kind: 'stopped' }
  | { kind: 'handedBack'; failure?: Failure }

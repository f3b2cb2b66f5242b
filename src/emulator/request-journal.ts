import type { OperationKind } from './operation-kind.ts'

/** One request as it came and was answered. `status` is null when no answer was given. */
export interface JournalEntry {
  at: Date
  method: string
  /** The path as sent, with its query. */
  path: string
  /** Such as 'values.batchGet' or 'files.list'; absent for a path that is no method. */
  operation?: string
  kind?: OperationKind
  spreadsheetId?: string
  /** The bearer token. */
  account?: string
  /** Size of the body as received. */
  bytesIn: number
  /** Size of the answer's body as sent, so after compression. */
  bytesOut: number
  status: number | null
}

const keptEntries = 10_000

/** The latest requests, oldest first. */
export class RequestJournal {
  #entries: JournalEntry[] = []

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > keptEntries) this.#entries.shift()
  }

  /** How many requests of the kind came in. */
  count(kind: OperationKind): number {
    return this.#entries.filter((entry) => entry.kind === kind).length
  }

  clear(): void {
    this.#entries = []
  }
}

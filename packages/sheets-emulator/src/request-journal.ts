import type { OperationKind } from './operation-kind.ts'

/** Request and response. `status` is null when no response was sent. */
export interface JournalEntry {
  at: Date
  method: string
  /** The path and query as sent. */
  path: string
  /** Method, such as 'values.batchGet' or 'files.list'; missing when the path matches no method. */
  operation?: string
  kind?: OperationKind
  spreadsheetId?: string
  /** The bearer token. */
  account?: string
  /** Whether its headers request compression in the way Google requires. */
  acceptsGzip: boolean
  /** Size of the request body as received. */
  bytesIn: number
  /** Size of the response body as sent, after compression. */
  bytesOut: number
  status: number | null
}

const MAX_ENTRIES = 10_000

/** The latest 10,000 requests, oldest first. */
export class RequestJournal {
  #entries: JournalEntry[] = []

  get entries(): readonly JournalEntry[] {
    return this.#entries
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift()
  }

  /** The number of requests of one kind. */
  count(kind: OperationKind): number {
    return this.#entries.filter((entry) => entry.kind === kind).length
  }

  clear(): void {
    this.#entries = []
  }
}

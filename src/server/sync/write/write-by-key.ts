import { NO_COUNTS } from '#domain/runs/run-counts.ts'
import type { MovedRow } from '#domain/shape/keyed-patches.ts'
import type { SheetsClient } from '#server/google/sheets-client.ts'
import type { Interference } from '#server/sync/compare/find-interference.ts'
import { type Copied, NO_DIFFERENCES } from './make-equal.ts'
import { writeChanges } from './write-changes.ts'

type Writing = Parameters<typeof writeChanges>[1]

export interface KeyedWrite {
  /** Rows that were written although they are others than those that were meant. */
  moved: readonly MovedRow[]
  /** Whether everything has to be read again to know that the target took the values. */
  isDoubtful: boolean
}

/** Writes once. The answers show whether people moved the rows meanwhile. */
export async function writeByKey(
  client: SheetsClient,
  { interference, ...writing }: Writing & { interference: Interference },
): Promise<{ copied: Copied; keyed: KeyedWrite }> {
  const { cells, doubtful, moved } = await writeChanges(client, writing)
  const copied = { ...NO_COUNTS, cellsChanged: cells, differences: NO_DIFFERENCES, hasUnknownMove: false }
  return { copied, keyed: { moved, isDoubtful: doubtful !== undefined || (cells > 0 && interference.mayChangeOthers) } }
}

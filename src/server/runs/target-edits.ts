import { eq } from 'drizzle-orm'
import type { Cell } from '#domain/copy/cell.ts'
import type { TargetEdits } from '#domain/copy/target-state.ts'
import type { Orm } from '#server/storage/database.ts'
import { targetEdits } from '#server/storage/schema.ts'

/** Maximum stored text of a cell. Google allows 50,000 characters. */
const MAX_TEXT_LENGTH = 500

/** Stores the edits that people made in the target before a run. Shortens long text. */
export async function saveTargetEdits(
  tx: Orm,
  { runId, edits: { count, cells, shape } }: { runId: number; edits: TargetEdits },
): Promise<void> {
  const stored = cells.map(({ columnName = '', left, found, ...place }) => ({
    ...place,
    columnName,
    left: shortened(left),
    found: shortened(found),
  }))
  const row = { count, shape: shape ?? null, cells: stored }
  await tx
    .insert(targetEdits)
    .values({ runId, ...row })
    .onConflictDoUpdate({ target: targetEdits.runId, set: row })
}

function shortened(cell: Cell): Cell {
  return typeof cell === 'string' && cell.length > MAX_TEXT_LENGTH ? `${cell.slice(0, MAX_TEXT_LENGTH)}…` : cell
}

/** Reads the edits of the target before a run; undefined if there were none. */
export async function readTargetEdits(orm: Orm, runId: number) {
  const [row] = await orm.select().from(targetEdits).where(eq(targetEdits.runId, runId))
  return row
}

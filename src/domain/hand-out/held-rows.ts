/** A row of a target: its number in the source, and a hash of its cells without the split column. */
export type RowMark = readonly [row: number, hash: number]

/** Rows of a target. The two lists differ after a write that was not verified. */
export interface HeldRows {
  /** Rows the target has. */
  readonly certain: readonly RowMark[]
  /** Rows the target may have, including the certain rows. */
  readonly possible: readonly RowMark[]
}

/** Differences between a list of marks and the rows that the target may really have. */
export interface DoubtfulRows {
  /** Marks of the list whose rows the target may lack. */
  readonly mayLack: readonly RowMark[]
  /** Marks outside the list whose rows the target may have. */
  readonly mayHave: readonly RowMark[]
}

/** The rows of a verified target. */
export function holdRows(marks: readonly RowMark[]): HeldRows {
  return { certain: marks, possible: marks }
}

/** The rows of a target with doubtful rows. */
export function holdDoubtfulRows(marks: readonly RowMark[], doubtful: DoubtfulRows): HeldRows {
  return { certain: subtractMarks(marks, doubtful.mayLack), possible: [...marks, ...doubtful.mayHave] }
}

/** Finds the marks in doubt while a target may have either of two contents, or a mix of both. */
export function findDoubtfulRows(marks: readonly RowMark[], [one, other]: readonly [HeldRows, HeldRows]): DoubtfulRows {
  const certain = subtractMarks(one.certain, subtractMarks(one.certain, other.certain))
  const possible = [...one.possible, ...subtractMarks(other.possible, one.possible)]
  return { mayLack: subtractMarks(marks, certain), mayHave: subtractMarks(possible, marks) }
}

/** Removes one mark for each mark with the same cells in the second list. */
export function subtractMarks(marks: readonly RowMark[], others: readonly RowMark[]): RowMark[] {
  const counts = new Map<number, number>()
  for (const [, hash] of others) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return marks.filter(([, hash]) => {
    const count = counts.get(hash) ?? 0
    if (count > 0) counts.set(hash, count - 1)
    return count === 0
  })
}

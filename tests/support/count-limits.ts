/** A count that must not grow. */
interface CountLimit {
  /** Name of the count in docs/developers/benchmarks.md. */
  readonly what: string
  /** The goal. */
  readonly goal: number
  /** Maximum that tests allow. Lower it when a change lowers the count. */
  readonly limit: number
}

/** All limits of counts. `npm run bench:counts` checks them, and docs/developers/benchmarks.md shows them. */
export const COUNT_LIMITS = {
  smallUnchangedReads: { what: 'reads: 50 x 4 cells, unchanged', goal: 2, limit: 2 },
  untouchedReads: { what: 'reads: 50 x 4 cells, target untouched since then, as Drive says', goal: 1, limit: 1 },
  untouchedDrive: { what: 'requests to Drive: the same', goal: 1, limit: 1 },
  smallChangedReads: { what: 'reads: 50 x 4 cells, one cell changed', goal: 4, limit: 4 },
  smallChangedWrites: { what: 'writes: 50 x 4 cells, one cell changed', goal: 1, limit: 1 },
  mediumFirstReads: { what: 'reads: 40,000 x 10 cells, first copy', goal: 6, limit: 6 },
  mediumFirstWrites: { what: 'writes: 40,000 x 10 cells, first copy', goal: 3, limit: 3 },
  mediumUnchangedReads: { what: 'reads: 40,000 x 10 cells, unchanged', goal: 6, limit: 6 },
  largeUnchangedReads: { what: 'reads: 100,000 x 10 cells, unchanged', goal: 8, limit: 8 },
  largeChangedReads: { what: 'reads: 100,000 x 10 cells, one cell changed', goal: 8, limit: 8 },
  shapedUnchangedReads: { what: 'reads: 50 x 4 cells with a shape, unchanged', goal: 2, limit: 2 },
  shapedMediumReads: { what: 'reads: 40,000 x 10 cells with a shape, first copy or unchanged', goal: 6, limit: 6 },
  fourSourcesUnchangedReads: { what: 'reads: four sources of 2 x 2 cells, unchanged', goal: 5, limit: 5 },
  filteredCells: { what: 'cells written: 100 of 40,000 x 10 cells meet the conditions', goal: 1_000, limit: 1_000 },
  runStatements: { what: 'statements: a run that copies nothing, admitted alone', goal: 12, limit: 11 },
  runTransactions: { what: 'transactions: the same', goal: 8, limit: 4 },
  listBytes: { what: 'bytes: the list of 400 tasks, compressed', goal: 26_000, limit: 18_800 },
  firstLoadRequests: { what: 'requests: the page of 400 tasks, opened for the first time', goal: 15, limit: 14 },
  firstLoadBytes: { what: 'bytes: the same page, as received', goal: 350_000, limit: 290_000 },
} as const satisfies Record<string, CountLimit>

/** Formats the limits as rows of a Markdown table. */
export function countTable(): string {
  const rows = Object.values(COUNT_LIMITS).map(
    ({ what, goal, limit }) => `| ${what} | ${goal.toLocaleString('en-US')} | ${limit.toLocaleString('en-US')} |`,
  )
  return ['| count | goal | limit |', '|---|---|---|', ...rows].join('\n')
}

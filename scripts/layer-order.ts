/**
 * The folders of each layer from top to bottom, the ones on a line side by side. A folder imports only from lines below its
 * own. Files directly in the layer may import from every folder; `below` lists those of them,
 * and the folders, that every folder may import.
 */
export const layers: readonly { root: string; order: readonly string[][]; below: readonly string[] }[] = [
  {
    root: 'src/domain',
    order: [
      ['admission', 'alerts', 'csv', 'forecast'],
      ['runs'],
      ['guards'],
      ['incidents'],
      ['failures'],
      ['shape', 'freshness', 'chains', 'watch', 'beside'],
      ['hand-out'],
      ['tasks'],
      ['recognize'],
      ['copy', 'schedule'],
    ],
    below: ['camel-case.ts', 'count-of.ts', 'duration.ts', 'escape-html.ts', 'split-list.ts', 'time.ts'],
  },
  {
    root: 'src/server',
    order: [
      ['commands'],
      ['start'],
      ['http'],
      ['freshness'],
      ['schedule', 'watch'],
      ['queue'],
      ['preview', 'access'],
      ['hand-out'],
      ['sync'],
      ['setup'],
      ['samples'],
      ['google', 'csv', 'trash'],
      ['data-copy', 'task-logs'],
      ['tasks', 'task-types'],
      ['alerts'],
      ['runs', 'auth'],
      ['last-copy'],
      ['logs', 'backup', 'activity'],
      ['storage'],
      ['tracing', 'config', 'pace'],
    ],
    below: [],
  },
  {
    root: 'src/server/sync',
    order: [
      ['job', 'undo'],
      ['note'],
      ['write'],
      ['record'],
      ['carry'],
      ['stack'],
      ['guards'],
      ['append'],
      ['compare'],
      ['tabs'],
      ['modes'],
    ],
    // The types of a job and its ports name parts of other folders, which use them in turn.
    below: ['job', 'outcome.ts'],
  },
  { root: 'src/web', order: [['app'], ['features'], ['shared'], ['ui', 'data'], ['lib']], below: [] },
  // A feature imports no other feature.
  { root: 'src/web/features', order: [], below: [] },
  {
    root: 'packages/sheets-emulator/src',
    order: [
      ['page', 'sheets', 'drive'],
      ['batch-update', 'http'],
      ['faults'],
      ['messages'],
      ['formulas'],
      ['values'],
      ['store'],
    ],
    below: ['google-error.ts', 'limits.ts', 'operation-kind.ts', 'request-journal.ts', 'sharing.ts'],
  },
  {
    root: 'packages/sheets-emulator/src/page',
    order: [['list', 'spreadsheet'], ['grid'], ['api', 'ui'], ['cells']],
    below: [],
  },
]

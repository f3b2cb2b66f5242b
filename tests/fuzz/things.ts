/** Things a request can refer to. */
export interface Things {
  /** `Cookie` headers of signed-in members. */
  readonly cookies: readonly string[]
  readonly typeIds: readonly number[]
  /** All types: an order lists each of them. */
  readonly allTypeIds: readonly number[]
  readonly taskIds: readonly number[]
  /** Tasks in the trash. */
  readonly deletedTaskIds: readonly number[]
  /** Runs that changed cells, and their tasks. */
  readonly runs: readonly RunPath[]
  /** Previews, and a task of each. */
  readonly previews: readonly PreviewPath[]
  readonly channelIds: readonly number[]
  /** Undoable entries of Activity. */
  readonly importIds: readonly number[]
  /** Deletions in the trash. */
  readonly deletionIds: readonly number[]
  /** Revertible entries of Activity, and their tasks. */
  readonly changes: readonly ChangePath[]
  readonly spreadsheetIds: readonly string[]
  /** Who may use all of them. */
  readonly permissionId: string
  /** Sessions of all members; each can end their own. */
  readonly sessionIds: readonly string[]
  /** Tokens of all members; each can revoke their own. */
  readonly tokenIds: readonly number[]
  /** API tokens, of every scope; some have been revoked. */
  readonly tokens: readonly string[]
  /** An export of the tasks, to import. */
  readonly tasksCsv: string
}

/** The parameters of a run's path. */
export interface RunPath {
  id: number
  run: number
}

/** The parameters of a previewed task's path. */
export interface PreviewPath {
  id: number
  task: number
}

/** The parameters of the path of a task's change. */
export interface ChangePath {
  id: number
  change: number
}

export const NO_THINGS: Things = {
  cookies: [],
  typeIds: [],
  allTypeIds: [],
  taskIds: [],
  deletedTaskIds: [],
  runs: [],
  previews: [],
  channelIds: [],
  importIds: [],
  deletionIds: [],
  changes: [],
  spreadsheetIds: [],
  permissionId: '',
  sessionIds: [],
  tokenIds: [],
  tokens: [],
  tasksCsv: '',
}

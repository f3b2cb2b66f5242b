/** The origin of a built server. */
export interface BuildInfo {
  /** The commit, with `-dirty` if files had changed since; undefined if it was built outside of a clone. */
  readonly commit?: string
  /** ISO 8601. */
  readonly builtAt: string
}

/** Replaced when the server is bundled. */
declare const BUILT_FROM: BuildInfo

/** Undefined while the server runs from its sources. */
export const BUILD: BuildInfo | undefined = typeof BUILT_FROM === 'undefined' ? undefined : BUILT_FROM

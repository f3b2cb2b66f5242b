/** Origin of a built server. */
export interface BuildInfo {
  /** Commit, with `-dirty` if files had changed since; undefined if the server was built outside of a clone. */
  readonly commit?: string
  /** Time of the build in ISO 8601. */
  readonly builtAt: string
}

/** Replaced by its value when the server is bundled. */
declare const BUILT_FROM: BuildInfo

/** Undefined while the server runs from its sources. */
export const BUILD: BuildInfo | undefined = typeof BUILT_FROM === 'undefined' ? undefined : BUILT_FROM

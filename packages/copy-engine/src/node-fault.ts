/** Error codes of a machine with a full, broken or read-only disk, or without free file handles. */
const DISK_FAULTS = [
  'EACCES',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOENT',
  'ENOMEM',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
]

/** This machine cannot do a run's work for now; another machine may. The message completes 'This node …'. */
export class NodeFault extends Error {
  override name = 'NodeFault'
}

/** The fault behind an error of the file system; undefined when the error has another cause. */
export function findDiskFault(error: unknown): NodeFault | undefined {
  return findFault(error, { codes: DISK_FAULTS, what: 'cannot write temporary files' })
}

/** The fault behind an error with one of these codes; undefined when the error has another cause. */
export function findFault(
  error: unknown,
  { codes, what }: { codes: readonly string[]; what: string },
): NodeFault | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at ? at.code : undefined
    if (codes.some((known) => known === code)) return new NodeFault(`${what} (${at.message})`, { cause: error })
  }
  return undefined
}

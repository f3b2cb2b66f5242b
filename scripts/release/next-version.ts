import type { Change } from './changelog.ts'

/** Whether a version is later than another, such as 3.1.0 than 3.0.4. */
export function isLaterVersion(version: string, other: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false
  const [ours, theirs] = [version, other].map((text) => text.split('.').map(Number))
  const at = ours?.findIndex((number, index) => number !== theirs?.[index]) ?? -1
  return at >= 0 && (ours?.[at] ?? 0) > (theirs?.[at] ?? 0)
}

/** Computes the next version. The middle number increases if the changes include more than fixes. */
export function nextVersion(previous: string, changes: readonly Pick<Change, 'kind'>[]): string {
  const [major = 0, minor = 0, patch = 0] = previous.split('.').map(Number)
  const onlyFixes = changes.every(({ kind }) => kind === 'fixed')
  return onlyFixes ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`
}

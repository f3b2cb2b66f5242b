import type { AdminRight } from '#contract/admin-rights.ts'
import type { Administrators } from '#contract/auth.ts'

const MAX_NAMED = 3

/**
 * Why a person lacks a right, and whom to ask; undefined if they have it.
 *
 * @param isOwner whether the person owns the thing to change
 */
export function adminsOnly(
  right: AdminRight,
  { administrators, isOwner = false }: { administrators: Administrators | null; isOwner?: boolean },
): string | undefined {
  if (administrators === null || administrators.is_me || (right.isForOwnersToo && isOwner)) return undefined
  return `Only administrators may ${right.action}. Ask ${whomToAsk(administrators)}.`
}

function whomToAsk({ people, groups }: Administrators): string {
  const named = people.slice(0, MAX_NAMED)
  const known = named.length > 0 ? named : groups.slice(0, MAX_NAMED).map((group) => `a member of ${group}`)
  return known.length > 1 ? `${known.slice(0, -1).join(', ')} or ${known.at(-1)}` : known.join('')
}

import { z } from 'zod'
import { isAllowed } from './is-allowed.ts'
import { mailAddresses } from './mail-lists.ts'
import { list, required } from './setting-schemas.ts'

const MAX_GROUPS = 50

/** Environment variables about administrators. */
export const adminEnvironment = {
  ADMINS: mailAddresses('ADMINS', { fix: 'List the addresses of administrators, separated by commas' }).default([]),
  ADMIN_GROUPS: required(list, {
    name: 'ADMIN_GROUPS',
    fix: 'List groups of the sign-in provider, separated by commas',
  })
    .pipe(z.array(z.string()).max(MAX_GROUPS, `ADMIN_GROUPS must list at most ${MAX_GROUPS} groups`))
    .default([]),
  ADMIN_GROUPS_CLAIM: z.string().trim().default('groups'),
}

const Environment = z.object(adminEnvironment)
type Environment = z.infer<typeof Environment>

export interface AdminSettings {
  /** Addresses in lower case. */
  readonly people: readonly string[]
  /** Groups of the sign-in provider whose members are administrators. */
  readonly groups: readonly string[]
  /** Claim with a person's groups. */
  readonly groupsClaim: string
}

export function adminProblems(
  { ADMINS, ADMIN_GROUPS }: Environment,
  { allowedEmails, hasGroups }: { allowedEmails: readonly string[]; hasGroups: boolean },
): string[] {
  const problems = ADMINS.filter((email) => !isAllowed(email, allowedEmails)).map(
    (email) =>
      `ADMINS lists ${email}, who may not sign in. Add the address to ALLOWED_EMAILS, or remove it from ADMINS`,
  )
  if (ADMIN_GROUPS.length === 0 || hasGroups) return problems
  return [
    ...problems,
    'ADMIN_GROUPS needs a sign-in provider that sends the groups of a person: set OIDC_ISSUER and OIDC_CLIENT_ID. Google and the embedded sign-in send none; list addresses in ADMINS instead',
  ]
}

/** Reads who administers this installation; undefined if everybody does. */
export function adminSettings({ ADMINS, ADMIN_GROUPS, ADMIN_GROUPS_CLAIM }: Environment): AdminSettings | undefined {
  if (ADMINS.length === 0 && ADMIN_GROUPS.length === 0) return undefined
  return {
    people: [...new Set(ADMINS.map((email) => email.toLowerCase()))],
    groups: ADMIN_GROUPS,
    groupsClaim: ADMIN_GROUPS_CLAIM,
  }
}

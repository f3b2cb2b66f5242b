import { SHEETS_SCOPE } from './sheets-scope.ts'
import type { GrantedAccess } from './sign-in.ts'
import type { UserTokens } from './user-tokens.ts'

interface SignedInWithAccess {
  email: string
  access: GrantedAccess
}

/**
 * Keeps the access to spreadsheets that came with a sign-in. Answers whether any is kept now: a provider gives a refresh
 * token when a person first allows it, and again only to those who are asked for their consent once more.
 */
export async function keepAccess(userTokens: UserTokens, { email, access }: SignedInWithAccess): Promise<boolean> {
  const { refreshToken, scopes } = access
  if (refreshToken !== undefined && scopes.includes(SHEETS_SCOPE)) {
    await userTokens.keep({ email, refreshToken, scopes })
    return true
  }
  return (await userTokens.find(email))?.refreshToken !== undefined
}

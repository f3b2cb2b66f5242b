import { DrizzleQueryError } from 'drizzle-orm/errors'
import { z } from 'zod'

/** PostgreSQL's codes for violated foreign key and unique constraints. */
const Violation = z.object({
  code: z.enum(['23503', '23505']),
  constraint: z.string(),
})

/**
 * Runs `work`. If it violates a unique or foreign key constraint named in `replacements`, throws the replacement
 * instead of the database's error. Unlike a check beforehand, a constraint also catches concurrent transactions.
 */
export async function replaceConstraintErrors<T>({
  work,
  replacements,
}: {
  work: () => Promise<T>
  replacements: Readonly<Record<string, () => Error>>
}): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = error instanceof DrizzleQueryError ? Violation.safeParse(error.cause) : undefined
    const replacement = violation?.success ? replacements[violation.data.constraint] : undefined
    throw replacement ? replacement() : error
  }
}

import { DrizzleQueryError } from 'drizzle-orm/errors'
import { z } from 'zod'
import type { Refusal } from '#contract/errors.ts'

const Violation = z.object({
  code: z.enum(['23503', '23505']),
  constraint: z.string(),
})

/**
 * Does `work`; when it breaks a unique or foreign key constraint that `refusals` names, throws that refusal instead.
 * A constraint of the database decides, so that two callers at the same time are told the truth too.
 */
export async function refuseViolations<T>({
  work,
  refusals,
}: {
  work: () => Promise<T>
  refusals: Readonly<Record<string, () => Refusal>>
}): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const violation = error instanceof DrizzleQueryError ? Violation.safeParse(error.cause) : undefined
    const refusal = violation?.success ? refusals[violation.data.constraint] : undefined
    throw refusal ? refusal() : error
  }
}

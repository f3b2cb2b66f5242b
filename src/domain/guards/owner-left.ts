import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

export const ownerLeft: Guard<{ readonly person: string }> = {
  explain: ({ person }) => ({
    subject: person,
    reason: `Its owner left: ${person} may no longer sign in here, so somebody must take it over.`,
    ...held("To run it as yours, choose 'Take over'."),
  }),
  covers: (found, seen) => found.person === seen.person,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

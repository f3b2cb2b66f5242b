import { held } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

/** Accepting a preview accepts no later edit. */
export const editedSincePreview: Guard<object> = {
  explain: () => ({
    subject: null,
    reason: 'Cells were edited since the preview.',
    ...held('Open the preview again.'),
  }),
  covers: () => false,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

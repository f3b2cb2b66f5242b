import type { EditShape } from '#domain/copy/edit-shape.ts'
import { CHECK_TARGET } from '#domain/explanation.ts'
import type { Guard } from './guard.ts'

const SHAPE_WORDS: Readonly<Record<EditShape, string>> = {
  cleared: 'was cleared',
  sorted: 'was sorted',
  columns_moved: 'had columns moved',
}

export const targetReshaped: Guard<{ readonly shape: EditShape }> = {
  explain: ({ shape }) => ({
    subject: null,
    reason: `The target ${SHAPE_WORDS[shape]} by hand since the last run.`,
    ...CHECK_TARGET,
  }),
  covers: (found, seen) => found.shape === seen.shape,
  allowedBy: 'no_rule',
  withoutCells: 'has_none',
  judge: 'found_elsewhere',
}

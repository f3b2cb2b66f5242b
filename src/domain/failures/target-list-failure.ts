import { MAX_TARGETS } from '#contract/task-fields.ts'
import { cellAddress, quotedTab } from '#domain/copy/a1.ts'
import { fileIdentity, formatFileName, type NamedFile } from '#domain/copy/named-file.ts'
import { type Explanation, held } from '#domain/explanation.ts'
import type { ListProblem } from '#domain/hand-out/read-target-list.ts'
import { pluralize } from '#domain/pluralize.ts'

/** The mistakes in a sheet that lists targets. */
export interface TargetListFacts {
  readonly file: NamedFile
  readonly tab: string
  /** The first problems. */
  readonly problems: readonly ListProblem[]
  /** Number of all problems, including unlisted problems. */
  readonly count: number
}

export function explainTargetList({ file, tab, problems, count }: TargetListFacts): Explanation {
  const others = count - problems.length
  const described = [...problems.map(describeProblem), ...(others > 0 ? [pluralize(others, 'other mistake')] : [])]
  return {
    subject: `${fileIdentity(file)} ${tab}`,
    reason: `The tab ${quotedTab(tab)} of ${formatFileName(file)} lists targets that cannot be used: ${described.join('; ')}.`,
    ...held('Correct the list, then run the task again.'),
  }
}

function describeProblem(problem: ListProblem): string {
  switch (problem.kind) {
    case 'too_many':
      return `it has ${pluralize(problem.count, 'target')}, and a task has at most ${MAX_TARGETS}`
    case 'error':
      return `${cellAddress(problem)} is an error value`
    case 'no_value':
    case 'no_link':
      return `${cellAddress(problem)} is empty`
    case 'no_file':
      return `${cellAddress(problem)} is no link and no ID${problem.text === '' ? '' : `: "${problem.text}"`}`
    case 'same_value':
      return `${cellAddress(problem)} has the same value as row ${problem.otherRow}`
    case 'same_tab':
      return `${cellAddress(problem)} has the same target as row ${problem.otherRow}`
  }
}

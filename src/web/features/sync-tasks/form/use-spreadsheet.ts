import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useHasExtraCalls } from '../../../data/app-info.ts'
import { fileAccessQuery, nextCheckMs } from '../../../data/spreadsheets.ts'
import type { TaskFormState } from './use-task-form.ts'

const TYPING_PAUSE_MS = 400
/** Minimum length of an ID; shorter text is assumed to be incomplete. */
const MIN_ID_LENGTH = 10

/** Reads a spreadsheet of the form once its ID is complete, and whether the task could use it. */
export function useSpreadsheet(form: TaskFormState, side: 'source' | 'target') {
  const { query, canRead } = useAccessQuery(form, side)
  const { data, error, isFetching, refetch } = useQuery(query)
  const checks = useQueryClient().getQueryState(query.queryKey)?.dataUpdateCount ?? 0
  return {
    /** Title; undefined until the spreadsheet can be used. */
    title: data?.is_ready ? (data.title ?? undefined) : undefined,
    tabs: data?.tabs ?? [],
    problem: data?.needs_sharing ? 'Not shared yet' : (data?.problem ?? error?.message),
    canRead,
    /** Button that helps with the problem; undefined without a problem, or if the spreadsheet has to be shared. */
    fix: data?.needs_sharing ? undefined : (data?.action ?? undefined),
    /** Set while the only problem is that the spreadsheet is not shared with the task's account. */
    unshared: data?.needs_sharing
      ? {
          access: data,
          isWatched: nextCheckMs(checks) !== false,
          isChecking: isFetching,
          onCheck: () => void refetch(),
        }
      : undefined,
  }
}

/** Returns the known tabs of the source. */
export function useSourceTabs(form: TaskFormState) {
  const { query } = useAccessQuery(form, 'source')
  return useQuery(query).data?.tabs ?? []
}

function useAccessQuery(form: TaskFormState, side: 'source' | 'target') {
  const field = `${side}_ss_id` as const
  const [id] = useDebouncedValue(form.values[field].trim(), TYPING_PAUSE_MS)
  const [accounts] = useDebouncedValue(form.values.relevant_user_accounts, TYPING_PAUSE_MS)
  const canRead = useHasExtraCalls()
  // Check write access only for a new target. Runs, and the check of all tasks, report on an existing target.
  const role = side === 'target' && form.isDirty(field) ? 'editor' : 'viewer'
  const query = fileAccessQuery({ id, role, relevant_user_accounts: accounts })
  return { query: { ...query, enabled: canRead && isId(id) }, canRead }
}

/** Whether a text may be an ID. Text with spaces is a title. */
function isId(text: string): boolean {
  return text.length >= MIN_ID_LENGTH && !/\s/.test(text)
}

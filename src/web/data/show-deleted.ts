import type { QueryClient } from '@tanstack/react-query'
import { TRASH_DAYS } from '#contract/trash.ts'
import { type ToastOptions, toast } from '../lib/toast.tsx'
import { offerUndo } from '../lib/toast-offers.tsx'
import { hasExtraCalls, useHasExtraCalls } from './app-info.ts'

/** Loaded on demand, because few deletions are undone. */
type Trash = Pick<typeof import('./trash.ts'), 'restoreTasks' | 'restoreNewest'>

interface Deletion extends ToastOptions {
  message: string
  restore: (trash: Trash) => ReturnType<Trash['restoreTasks']>
}

/** Sentence for a dialog that says how to restore deleted items. Empty if the server has no trash. */
export function useRestoreNote(count: number): string {
  const what = count === 1 ? 'it' : 'them'
  return useHasExtraCalls() ? ` You can restore ${what} from the trash for ${TRASH_DAYS} days.` : ''
}

/** Reports a deletion, with an Undo button if the server has a trash. */
export function showDeleted(queryClient: QueryClient, { message, restore, ...options }: Deletion): void {
  const onUndo = async () => {
    const { restoreNewest, restoreTasks, showRestored } = await import('./trash.ts')
    await showRestored(queryClient, { restore: () => restore({ restoreNewest, restoreTasks }), ...options })
  }
  if (!hasExtraCalls(queryClient)) toast.success(message)
  else offerUndo(message, { onUndo: () => void onUndo(), timeoutMs: options.timeoutMs })
}

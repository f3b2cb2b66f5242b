import { type QueryClient, useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query'

/** Identifies an action. All buttons that start the action use its key, on every screen. */
export type ActionKey = readonly (string | number)[]

/**
 * Runs an action. If an action with the same key is in progress, resolves to undefined instead. Actions in progress are
 * mutations of the query client, so a button still shows them after a remount.
 */
export async function actOnce<T>(
  queryClient: QueryClient,
  mutationKey: ActionKey,
  action: () => Promise<T>,
): Promise<T | undefined> {
  if (isPendingNow(queryClient, mutationKey)) return undefined
  // Without 'always', an action started offline would wait for the connection instead of failing.
  const options = { mutationKey, mutationFn: action, networkMode: 'always' } as const
  return queryClient.getMutationCache().build<T, Error, void, unknown>(queryClient, options).execute()
}

/** Whether an action is in progress, for event handlers. The rendered state may be slightly outdated. */
export function isPendingNow(queryClient: QueryClient, mutationKey: ActionKey): boolean {
  return queryClient.isMutating({ mutationKey, exact: true }) > 0
}

/** Whether any action with a key that starts with `key` is in progress. */
export function useIsPending(key: ActionKey): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}

/** Lists the names of the actions in progress on an item: the part of their keys after `key`. */
export function usePendingActions(key: ActionKey): readonly string[] {
  return useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ options }) => String(options.mutationKey?.[key.length]),
  })
}

/** Returns an action for a button, and whether it is in progress. A call during an earlier call has no effect. */
export function useAction(key: ActionKey, action: () => Promise<unknown>): { isPending: boolean; act: () => void } {
  const queryClient = useQueryClient()
  const isPending = useIsMutating({ mutationKey: key, exact: true }) > 0
  return { isPending, act: () => void actOnce(queryClient, key, action) }
}

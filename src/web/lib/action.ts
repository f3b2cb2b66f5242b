import { type QueryClient, useIsMutating, useMutationState, useQueryClient } from '@tanstack/react-query'

/** Names an action: the same key for every button that starts it, on whatever screen. */
export type ActionKey = readonly (string | number)[]

/**
 * Runs an action, unless an action with the same key is in progress; then it resolves to undefined. The actions in
 * progress are mutations of the query client, so a button shows them even after it was mounted again.
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

/** Whether this action is in progress, for event handlers: the rendered state can be a moment behind. */
export function isPendingNow(queryClient: QueryClient, mutationKey: ActionKey): boolean {
  return queryClient.isMutating({ mutationKey, exact: true }) > 0
}

/** Whether an action is in progress whose key starts with `key`. */
export function useIsPending(key: ActionKey): boolean {
  return useIsMutating({ mutationKey: key }) > 0
}

/** The names of the actions in progress on one item: the part after `key` in their keys. */
export function usePendingActions(key: ActionKey): readonly string[] {
  return useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ options }) => String(options.mutationKey?.[key.length]),
  })
}

/** An action for a button, and whether it is in progress. It does nothing until the last call has ended. */
export function useAction(key: ActionKey, action: () => Promise<unknown>): { isPending: boolean; act: () => void } {
  const queryClient = useQueryClient()
  const isPending = useIsMutating({ mutationKey: key, exact: true }) > 0
  return { isPending, act: () => void actOnce(queryClient, key, action) }
}

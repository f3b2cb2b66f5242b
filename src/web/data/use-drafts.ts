import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { FormState } from '../lib/form-state.ts'
import type { Draft, DraftKey, DraftStore } from './draft-store.ts'

/** The app's draft store. */
export const DraftContext = createContext<DraftStore | undefined>(undefined)

export function useDraftStore(): DraftStore {
  const store = use(DraftContext)
  if (!store) throw new Error('useDraftStore needs a DraftContext above it')
  return store
}

/** Returns all drafts and re-renders on changes. */
export function useDrafts(): readonly Draft[] {
  const store = useDraftStore()
  return useSyncExternalStore(store.subscribe, store.snapshot)
}

/** Takes over a form's draft when the form opens, and returns its values; undefined without a draft. */
export function useRestored<T>(key: DraftKey, schema: z.ZodType<T>): T | undefined {
  const store = useDraftStore()
  const [restored] = useState(() => {
    const draft = store.snapshot().find((one) => one.key === key)
    return draft && schema.safeParse(draft.values).data
  })
  useEffect(() => store.drop(key), [store, key])
  return restored
}

/** Fills a form with its draft when it opens; returns whether there was a draft. */
export function useRestoredForm<Values extends object>(
  form: Pick<FormState<Values>, 'setValues'>,
  { key, schema }: { key: DraftKey; schema: z.ZodType<Values> },
): boolean {
  const restored = useRestored(key, schema)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (restored) form.setValues(restored)
  }, [])
  return restored !== undefined
}

import { z } from 'zod'
import { DAY_MS } from '#domain/time.ts'

const DRAFTS_KEY = 'nano-sync.drafts'

/** Identifies the form and the record of a draft. */
export type DraftKey = `${'task' | 'type'}:${number | 'new'}` | 'run-all' | 'my-alerts'

const Draft = z.object({
  key: z.string(),
  /** Describes the draft in words. */
  label: z.string(),
  /** Unchecked here, because each form validates its own values. */
  values: z.unknown(),
  /** Epoch milliseconds. */
  keptAt: z.number(),
})
export type Draft = z.infer<typeof Draft>

export interface NewDraft extends Pick<Draft, 'label' | 'values'> {
  key: DraftKey
}

interface DraftStoreDeps {
  now: () => number
  /** Storage that survives the redirect to the sign-in provider. */
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export type DraftStore = ReturnType<typeof createDraftStore>

/** Keeps the unsaved input of forms while nobody is signed in, for up to a day. */
export function createDraftStore({ now, storage }: DraftStoreDeps) {
  let drafts = readDrafts(storage.getItem(DRAFTS_KEY)).filter(({ keptAt }) => now() - keptAt < DAY_MS)
  const listeners = new Set<() => void>()

  function update(changed: Draft[]): void {
    drafts = changed
    if (drafts.length === 0) storage.removeItem(DRAFTS_KEY)
    else storage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
    for (const listener of listeners) listener()
  }
  const others = (key: string) => drafts.filter((draft) => draft.key !== key)

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): readonly Draft[] => drafts,

    /** Replaces an earlier draft of the same form and record. */
    keep(draft: NewDraft): void {
      update([...others(draft.key), { ...draft, keptAt: now() }])
    },

    drop(key: string): void {
      if (others(key).length < drafts.length) update(others(key))
    },
  }
}

function readDrafts(stored: string | null): Draft[] {
  try {
    return z.array(Draft).parse(JSON.parse(stored ?? '[]'))
  } catch {
    return []
  }
}

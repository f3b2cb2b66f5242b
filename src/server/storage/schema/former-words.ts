import { customType } from 'drizzle-orm/pg-core'
import type { ActivityKind } from '#contract/activity-kind.ts'
import type { UndoRequest } from '#domain/runs/undo-request.ts'

/* Words that release 3.0.0 also writes to the database. The API uses other words for them. */

export const activityKind = customType<{ data: ActivityKind; driverData: string }>({
  dataType: () => 'text',
  toDriver: (kind) => (kind === 'undo_requested' ? 'restore_requested' : kind),
  fromDriver: (stored) => (stored === 'restore_requested' ? 'undo_requested' : (stored as ActivityKind)),
})

type StoredRequest = Omit<UndoRequest, 'edited'> & { readonly edited: 'leave' | 'restore' }

export const undoRequest = customType<{ data: UndoRequest; driverData: StoredRequest | string }>({
  dataType: () => 'jsonb',
  toDriver: ({ edited, ...undo }) => JSON.stringify({ ...undo, edited: edited === 'leave' ? 'leave' : 'restore' }),
  fromDriver(stored) {
    const { edited, ...undo } = typeof stored === 'string' ? (JSON.parse(stored) as StoredRequest) : stored
    return { ...undo, edited: edited === 'leave' ? 'leave' : 'overwrite' }
  },
})

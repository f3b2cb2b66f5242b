import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActivityKind } from '#contract/activity-kind.ts'
import type { ActivityOrigin } from '#contract/activity-origin.ts'

/** A change in progress: its kind, person and origin. */
export interface Acting {
  readonly kind: ActivityKind
  /** Email address, or the schedule. */
  readonly who: string
  readonly origin: ActivityOrigin
  readonly tokenName?: string
  /** The IP address. */
  readonly address?: string
  readonly at: Date
}

const current = new AsyncLocalStorage<Acting>()

/** Does `work` on someone's behalf. Activity records its changes as made by this person. */
export function actAs<T>(acting: Acting, work: () => T): T {
  return current.run(acting, work)
}

/** Returns who is acting; undefined for actions of the app itself, such as creating the samples. */
export function currentActing(): Acting | undefined {
  return current.getStore()
}

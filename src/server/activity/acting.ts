import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActivityKind } from '#contract/activity-kind.ts'
import type { ActivityOrigin } from '#contract/activity-origin.ts'

/** Who is making a change, from where, and what it is. */
export interface Acting {
  readonly kind: ActivityKind
  /** An address, or the schedule. */
  readonly who: string
  readonly origin: ActivityOrigin
  readonly tokenName?: string
  /** The IP address. */
  readonly address?: string
  readonly at: Date
}

const current = new AsyncLocalStorage<Acting>()

/** Does `work` on someone's behalf: what it changes is recorded in Activity as theirs. */
export function actAs<T>(acting: Acting, work: () => T): T {
  return current.run(acting, work)
}

/** Undefined for actions of the app itself, such as creating the samples. */
export function currentActing(): Acting | undefined {
  return current.getStore()
}

import type { Input, Reply, Route } from '#contract/route.ts'
import type { ScreenState } from './screen-state.ts'

/** A route with the function that answers it. */
export interface PreparedReply {
  route: Route
  handler: (input: never, state: ScreenState) => unknown
}

/** Prepares the reply to a route. It gets the parsed input and may change the records. */
export function prepareReply<const R extends Route>(
  route: R,
  handler: (input: Input<R>, state: ScreenState) => undefined extends Reply<R> ? void : Reply<R>,
): PreparedReply {
  return { route, handler }
}

/** The outcome of an action. */
export const succeed = (message: string) => ({ status: 'success', message }) as const

import type { CallInput, Route } from '#contract/route.ts'

/** Finds the first problem of a body in the API's words, before a person confirms it; undefined for a valid body. */
export function findBodyProblem<R extends Route>(
  route: R,
  body: CallInput<R> extends { body: infer Body } ? Body : never,
): string | undefined {
  return route.body?.safeParse(body).error?.issues[0]?.message
}

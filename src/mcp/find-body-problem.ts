import type { CallInput, Route } from '#contract/route.ts'

/** The first problem of a body, in the words of the API, before anybody is asked to confirm it; undefined without any. */
export function findBodyProblem<R extends Route>(
  route: R,
  body: CallInput<R> extends { body: infer Body } ? Body : never,
): string | undefined {
  return route.body?.safeParse(body).error?.issues[0]?.message
}

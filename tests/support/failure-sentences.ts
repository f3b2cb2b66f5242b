import { expect, test } from 'vitest'
import { type Cause, describeFailure, type Failure } from '#domain/failures/failure.ts'
import type { RequestCause, RequestFacts } from '#domain/failures/request-failures.ts'
import type { TokenCause, TokenFacts } from '#domain/failures/token-failures.ts'
import type { Hold } from '#domain/guards/guards.ts'

/** Sentences for people about each cause and its facts. A new cause is a type error until it has a sentence. */
export type Sentences<Causes extends Cause> = {
  readonly [C in Causes]: readonly (readonly [facts: Facts<C>, sentence: string])[]
}

type Facts<C extends Cause> = C extends RequestCause
  ? RequestFacts
  : C extends TokenCause
    ? TokenFacts
    : WithoutCause<Extract<Hold | Failure, { cause: C }>>
type WithoutCause<F> = F extends unknown ? Omit<F, 'cause'> : never

export function testSentences<Causes extends Cause>(sentences: Sentences<Causes>): void {
  const causes: [string, readonly (readonly [facts: object, sentence: string])[]][] = Object.entries(sentences)
  test.each(causes)('people read about %s', (cause, examples) => {
    for (const [facts, sentence] of examples) expect(describeFailure({ cause, ...facts } as Failure)).toBe(sentence)
  })
}

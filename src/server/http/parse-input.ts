import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'

type RawIssue = z.core.$ZodRawIssue

/** Nouns for what JSON may hold, as they end a sentence that starts with 'must be'. */
const nouns: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/**
 * Reads a call's params, query and body by its route's schemas.
 *
 * @throws Refusal `invalid`: the first fault as its sentence, one sentence a field.
 */
export function parseInput(route: Route, request: Pick<FastifyRequest, 'params' | 'query' | 'body'>) {
  return {
    params: parsePart(route.params, request.params),
    query: parsePart(route.query, request.query),
    body: parsePart(route.body, request.body),
  }
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const parsed = schema.safeParse(value, { error: sentenceOf })
  if (parsed.success) return parsed.data
  throw refusalOf(parsed.error.issues)
}

function refusalOf(issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path[0]
    if (field !== undefined) fields[String(field)] ??= message
  }
  const sentence = issues[0]?.message ?? 'The request is not valid'
  return Object.keys(fields).length > 0 ? new Refusal('invalid', sentence, fields) : new Refusal('invalid', sentence)
}

/** The sentence for a fault whose schema brings none of its own. */
function sentenceOf(issue: RawIssue): string {
  const name = issue.path?.length ? issue.path.join('.') : 'The body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.path?.length
        ? `${name} is missing`
        : `${name} must be ${nouns[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.join(', ')}`
    case 'invalid_union':
      return sentenceOfLastChoice(issue) ?? `${name} is not valid`
    case 'too_big':
      return `${name} is too long`
    default:
      return `${name} is not valid`
  }
}

/** The last choice of a union is the general one, and its own sentence says what was expected. */
function sentenceOfLastChoice(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const fault = issue.errors.at(-1)?.[0]
  return fault?.code === 'invalid_format' || fault?.code === 'custom' ? fault.message : undefined
}

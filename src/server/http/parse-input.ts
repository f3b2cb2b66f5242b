import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'

type RawIssue = z.core.$ZodRawIssue

/** Names of JSON types, as they follow "must be". */
const typeNames: Readonly<Record<string, string>> = {
  object: 'an object',
  record: 'an object',
  array: 'a list',
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
}

/**
 * Parses the params, query and body of a request by the schemas of its route.
 *
 * @throws Refusal `invalid` with the first problem as its message, and one problem per field.
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
  const parsed = schema.safeParse(value, { error: buildMessage })
  if (parsed.success) return parsed.data
  throw buildRefusal(parsed.error.issues)
}

function buildRefusal(issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) {
    const field = path[0]
    if (field !== undefined) fields[String(field)] ??= message
  }
  const message = issues[0]?.message ?? 'The request is not valid'
  return Object.keys(fields).length > 0 ? new Refusal('invalid', message, fields) : new Refusal('invalid', message)
}

/** Builds the message for a problem if the schema has none. */
function buildMessage(issue: RawIssue): string {
  const name = issue.path?.length ? issue.path.join('.') : 'The body'
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined && issue.path?.length
        ? `${name} is missing`
        : `${name} must be ${typeNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.join(', ')}`
    case 'invalid_union':
      return messageOfLastChoice(issue) ?? `${name} is not valid`
    case 'too_big':
      return `${name} is too long`
    default:
      return `${name} is not valid`
  }
}

/** Returns the message of a union's last choice: the general case fits best. */
function messageOfLastChoice(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string | undefined {
  const last = issue.errors.at(-1)?.[0]
  return last?.code === 'invalid_format' || last?.code === 'custom' ? last.message : undefined
}

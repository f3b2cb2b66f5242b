import { z } from 'zod'
import { invalidArgument, notSupported } from '../google-error.ts'
import { isUnsupportedField } from './unsupported-fields.ts'

/** Reads text as a number, as Google's JSON reader does. */
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(value) ? Number(value) : value

/** Reads a list as Google does: a single value, lists inside a list, and null for an empty message are accepted. */
const asList = (value: unknown): unknown => {
  if (value === undefined) return value
  const values: unknown[] = Array.isArray(value) ? value.flat(Number.POSITIVE_INFINITY) : [value]
  return values.map((each) => each ?? {})
}

// The field types of Google's protocol buffers. The error text of each schema is the type's name, also for fields the
// schema does not have.
export const int32 = () => z.preprocess(asNumber, z.int32({ error: 'TYPE_INT32' })).optional()
export const double = () => z.preprocess(asNumber, z.number({ error: 'TYPE_DOUBLE' })).optional()
export const text = () => z.string({ error: 'TYPE_STRING' }).optional()
export const flag = () => z.boolean({ error: 'TYPE_BOOL' }).optional()
export const choice = <const T extends readonly string[]>(typeName: string, values: T) =>
  z.enum(values, { error: typeUrl(typeName) }).optional()
export const list = <T extends z.ZodType>(element: T) => z.preprocess(asList, z.array(element)).optional()
export const message = <T extends z.ZodRawShape>(typeName: string, shape: T) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? typeName : typeUrl(typeName)) })

/** A message whose fields are not checked. */
export const looseMessage = (typeName: string) =>
  z.record(z.string(), z.unknown(), { error: typeUrl(typeName) }).optional()

export function typeUrl(typeName: string): string {
  const isWellKnown = typeName.startsWith('google.protobuf.')
  return `type.googleapis.com/${isWellKnown ? typeName : `google.apps.sheets.v4.${typeName}`}`
}

/**
 * Parses a body, or the part of it at the path `at`.
 * @throws GoogleError that lists every unknown field and wrong type, in the words of Google's JSON reader.
 */
export function parseMessage<T>(schema: z.ZodType<T>, { body, at = '' }: { body: unknown; at?: string }): T {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  const violations = result.error.issues.flatMap((issue) => describeIssue(issue, at))
  throw fieldViolations(violations)
}

interface FieldViolation {
  field: string
  description: string
}

export function fieldViolations(violations: readonly FieldViolation[]): Error {
  const described = violations.map(({ field, description }) => ({ ...(field && { field }), description }))
  return invalidArgument(violations.map(({ description }) => description).join('\n'), [
    { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: described },
  ])
}

function describeIssue(issue: z.core.$ZodIssue, at: string): FieldViolation[] {
  const field = protoPath(at, issue.path)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) =>
      isUnsupportedField(issue.message, key) ? unsupportedName(key, field) : unknownName(key, field),
    )
  }
  return [{ field, description: `Invalid value at '${field}' (${issue.message}), ${JSON.stringify(issue.input)}` }]
}

export function unknownName(name: string, at: string): FieldViolation {
  const location = at ? ` at '${at}'` : ''
  return {
    field: at,
    description: `Invalid JSON payload received. Unknown name "${name}"${location}: Cannot find field.`,
  }
}

function unsupportedName(name: string, at: string): FieldViolation {
  return { field: at, description: notSupported(`"${name}"${at && ` at '${at}'`}`).message }
}

/** Writes a path in Google's form: `requests[0].addSheet.sheetId` → `requests[0].add_sheet.sheet_id`. */
function protoPath(at: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`
    const name = snakeCase(String(key))
    return before ? `${before}.${name}` : name
  }, at)
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

import type { JsonSchema } from './openapi.ts'

const INDENT = '  '

/** Formats a JSON schema as a TypeScript type, with its limits as comments. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joinChoices(choices.map((choice) => schemaText(asSchema(choice), indent)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joinChoices(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.type === 'array') return `${parenthesized(schemaText(asSchema(schema.items), indent))}[]`
  if (schema.type === 'object') return objectText(schema, indent)
  return simpleText(schema)
}

function objectText(schema: JsonSchema, indent: string): string {
  const inner = indent + INDENT
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isOptional = !schema.required?.includes(name)
    return `${inner}${name}${isOptional ? '?' : ''}: ${schemaText(asSchema(property), inner)}${commentOn(asSchema(property))}`
  })
  if (lines.length > 0) return ['{', ...lines, `${indent}}`].join('\n')
  const values = asSchema(schema.additionalProperties)
  if (Object.keys(values).length === 0) return '{}'
  const text = schemaText(values, inner)
  return text.includes('\n') ? `{\n${inner}[key]: ${text}\n${indent}}` : `{ [key]: ${text} }`
}

function simpleText({ type, format }: JsonSchema): string {
  if (format === 'date-time') return 'time'
  return [type ?? 'any'].flat().join(' | ')
}

function commentOn(schema: JsonSchema): string {
  const parts = [
    ...(schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER ? [`min ${schema.minimum}`] : []),
    ...(schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? [`max ${schema.maximum}`] : []),
    ...(schema.maxLength !== undefined ? [`at most ${schema.maxLength} characters`] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ]
  return parts.length > 0 ? `  // ${parts.join(', ')}` : ''
}

function joinChoices(choices: string[]): string {
  return [...new Set(choices)].join(' | ')
}

function parenthesized(text: string): string {
  return text.includes(' | ') && !text.includes('\n') ? `(${text})` : text
}

/** Treats `true` and a missing schema as an empty schema, which allows any value. */
function asSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? (schema as JsonSchema) : {}
}

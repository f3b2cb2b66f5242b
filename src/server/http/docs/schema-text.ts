import type { JsonSchema } from './openapi.ts'

const INDENT = '  '

/** A JSON schema written the way a type is: short, and with what a reader needs of its limits. */
export function schemaText(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return joinChoices(choices.map((choice) => schemaText(asSchema(choice), indent)))
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return joinChoices(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.type === 'array') return `${bracketed(schemaText(asSchema(schema.items), indent))}[]`
  if (schema.type === 'object') return objectText(schema, indent)
  return simpleText(schema)
}

function objectText(schema: JsonSchema, indent: string): string {
  const inner = indent + INDENT
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const isOptional = !schema.required?.includes(name)
    return `${inner}${name}${isOptional ? '?' : ''}: ${schemaText(asSchema(property), inner)}${noteOn(asSchema(property))}`
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

function noteOn(schema: JsonSchema): string {
  const notes = [
    ...(schema.minimum !== undefined && schema.minimum > Number.MIN_SAFE_INTEGER ? [`from ${schema.minimum}`] : []),
    ...(schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER ? [`to ${schema.maximum}`] : []),
    ...(schema.maxLength !== undefined ? [`at most ${schema.maxLength} characters`] : []),
    ...(schema.default !== undefined ? [`default ${JSON.stringify(schema.default)}`] : []),
  ]
  return notes.length > 0 ? `  // ${notes.join(', ')}` : ''
}

function joinChoices(choices: string[]): string {
  return [...new Set(choices)].join(' | ')
}

function bracketed(text: string): string {
  return text.includes(' | ') && !text.includes('\n') ? `(${text})` : text
}

/** `true` and a missing schema allow anything. */
function asSchema(schema: unknown): JsonSchema {
  return typeof schema === 'object' && schema !== null ? (schema as JsonSchema) : {}
}

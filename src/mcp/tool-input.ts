import { z } from 'zod'
import { cleanText } from '#contract/field.ts'

/** Accepts arguments as assistants send them: numbers and lists may be text, and omitted arguments may be null, except where null clears a field. */
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const fields = Object.entries(shape).map(([name, field]) => [name, lenient(field as z.ZodType)])
  return z.strictObject(Object.fromEntries(fields) as Shape)
}

function lenient(field: z.ZodType): z.ZodType {
  const read = z.preprocess((sent) => readArgument(sent, field), field)
  return field instanceof z.ZodOptional ? read.optional() : read
}

/** Converts a value to the type of its field. Leaves unreadable values unchanged, so the field rejects them. */
function readArgument(sent: unknown, field: z.core.$ZodType): unknown {
  if (sent === null) return z.safeParse(field, null).success ? null : undefined
  if (field instanceof z.ZodOptional) return readArgument(sent, field.unwrap())
  if (field instanceof z.ZodArray) return readList(sent).map((entry) => readArgument(entry, field.element))
  if (field instanceof z.ZodString && typeof sent === 'number') return String(sent)
  if (typeof sent !== 'string') return sent
  const text = cleanText(sent)
  if (field instanceof z.ZodBoolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true'
  if (field instanceof z.ZodNumber) return /^\d+$/.test(text) ? Number(text) : sent
  if (field instanceof z.ZodEnum)
    return field.options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? sent
  return sent
}

/** Reads `[7, 8]`, `"[7, 8]"`, `"7, 8"` or `7` as a list. Words are split at commas alone: a name may contain spaces. */
function readList(sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'string') return [sent]
  const text = cleanText(sent).replace(/^\[|\]$/g, '')
  const separator = /^[\d\s:,;"]*$/.test(text) ? /[\s,;"]+/ : /[,"]+/
  return text
    .split(separator)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

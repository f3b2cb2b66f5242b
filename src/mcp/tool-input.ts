import { z } from 'zod'
import { cleanText } from '#contract/field.ts'

/** The arguments of a tool as assistants send them: numbers and lists as text too, and null for what they leave out. */
export function toolInput<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> {
  const fields = Object.entries(shape).map(([name, field]) => [name, lenient(field as z.ZodType)])
  return z.strictObject(Object.fromEntries(fields) as Shape)
}

function lenient(field: z.ZodType): z.ZodType {
  const read = z.preprocess((sent) => readArgument(sent, field), field)
  return field instanceof z.ZodOptional ? read.optional() : read
}

/** A value in the form that a field takes; what cannot be read is left for the field to refuse. */
function readArgument(sent: unknown, field: z.core.$ZodType): unknown {
  if (sent === null) return undefined
  if (field instanceof z.ZodOptional) return readArgument(sent, field.unwrap())
  if (field instanceof z.ZodArray) return readList(sent).map((entry) => readArgument(entry, field.element))
  if (field instanceof z.ZodString && typeof sent === 'number') return String(sent)
  if (typeof sent !== 'string') return sent
  const text = cleanText(sent)
  if (field instanceof z.ZodNumber) return /^\d+$/.test(text) ? Number(text) : sent
  if (field instanceof z.ZodEnum)
    return field.options.find((option) => String(option).toLowerCase() === text.toLowerCase()) ?? sent
  return sent
}

/** The entries of `[7, 8]`, `"[7, 8]"`, `"7, 8"` or `7`. */
function readList(sent: unknown): readonly unknown[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent !== 'string') return [sent]
  return cleanText(sent)
    .replace(/^\[|\]$/g, '')
    .split(/[\s,;"]+/)
    .filter((entry) => entry !== '')
}

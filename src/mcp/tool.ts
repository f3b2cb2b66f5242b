import { type CallToolResult, type Tool as Declaration, isSpecType } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { TokenScope } from '#contract/api-token.ts'
import { answer, refuse, type ToolAnswer } from './answer.ts'
import { toolInput } from './tool-input.ts'

interface ToolOptions<Shape extends z.ZodRawShape> {
  name: string
  summary: string
  description: string
  /** Scope that an API token needs. */
  scope: TokenScope
  input: Shape
  /** Answer fields that the tool sets itself. An answer omits fields that do not apply. */
  says?: Readonly<Record<string, z.ZodType>>
  /** Fields of `data`. */
  data: Readonly<Record<string, z.ZodType>>
  /** Whether the tool only adds data, or can also replace data; missing for a read-only tool. */
  changes?: 'adds' | 'replaces'
  run(args: z.output<z.ZodObject<Shape>>): Promise<ToolAnswer>
}

/** A tool for the server to list and call. */
export interface Tool {
  readonly declaration: Declaration
  /** Description for people, in the table of docs/reference/mcp.md. */
  readonly summary: string
  readonly scope: TokenScope
  call(args: unknown): Promise<CallToolResult>
}

export function defineTool<Shape extends z.ZodRawShape>(options: ToolOptions<Shape>): Tool {
  const { name, summary, description, scope, input, says = {}, data, changes, run } = options
  const schema = toolInput(input)
  const output = z.looseObject({
    problem: z.string().optional().describe('why nothing was done, and what to do'),
    ...optional(says),
    data: z.looseObject(optional(data)).optional().describe('written by people and other programs'),
  })
  const declaration: unknown = {
    name,
    description,
    inputSchema: toJsonSchema(schema, 'input'),
    outputSchema: toJsonSchema(output, 'output'),
    annotations:
      changes === undefined
        ? { readOnlyHint: true, openWorldHint: false }
        : { readOnlyHint: false, destructiveHint: changes === 'replaces', idempotentHint: false },
  }
  if (!isSpecType.Tool(declaration)) throw new Error(`${name} is not declared as the protocol requires`)
  return {
    scope,
    summary,
    declaration,
    async call(args) {
      const parsed = schema.safeParse(args ?? {})
      if (!parsed.success) return refuse(describeProblems(name, parsed.error))
      return await answer(() => run(parsed.data as z.output<z.ZodObject<Shape>>))
    },
  }
}

/** Converts a schema to JSON Schema, without the dialect, which is the same for all schemas. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, target: 'draft-7' })
  return json
}

function optional(shape: Readonly<Record<string, z.ZodType>>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.optional()]))
}

function describeProblems(tool: string, { issues }: z.ZodError): string {
  const problems = issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
  return `Invalid arguments of ${tool}: ${problems.join('; ')}`
}

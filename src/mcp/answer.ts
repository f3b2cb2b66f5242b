import type { CallToolResult } from '@modelcontextprotocol/server'
import { CallFailed, NoAnswer } from '#client/call-failed.ts'

export interface ToolAnswer {
  /** Fields set by the tool itself. */
  readonly says?: Readonly<Record<string, string | number | boolean>>
  /** Untrusted data: names, notes, log lines, messages and cells written by people or other programs. */
  readonly data?: object
}

/** Answers with JSON, without nulls; a refusal of Nano Sync is an answer too, with the steps to take. */
export async function answer(find: () => Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { says, data } = await find()
    const structuredContent = { ...says, ...(data && { data: withoutNulls(data) }) }
    return { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent }
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof NoAnswer)) throw error
    return refuse(error.message)
  }
}

export function refuse(message: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text: message }] }
}

/** An assistant learns nothing from a null, but pays for it. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(known.map(([name, field]) => [name, withoutNulls(field)]))
}

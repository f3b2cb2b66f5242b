import type { CallToolResult } from '@modelcontextprotocol/server'
import { CallFailed, NoAnswer } from '#client/call-failed.ts'

export interface ToolAnswer {
  /** Fields that the tool sets itself. */
  readonly says?: Readonly<Record<string, string | number | boolean>>
  /** Untrusted data: names, notes, log lines, messages and cells written by people or other programs. */
  readonly data?: object
}

/** Builds a JSON answer without nulls. A refusal by Nano Sync also becomes an answer, with the next steps. */
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

/** Removes nulls, which tell an assistant nothing but cost tokens. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  const known = Object.entries(value).filter(([, field]) => field !== null && field !== undefined)
  return Object.fromEntries(known.map(([name, field]) => [name, withoutNulls(field)]))
}

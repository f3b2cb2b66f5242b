import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { CallFailed, NoAnswer } from '#client/call-failed.ts'

export interface ToolAnswer {
  /** Fields set by the tool itself. */
  readonly says?: Readonly<Record<string, string | number | boolean>>
  /** Untrusted data: names, notes, log lines, messages and cells written by people or other programs. */
  readonly data?: object
}

/** Answers with JSON; a refusal of Nano Sync is an answer too, which says what to do. */
export async function answer(find: () => Promise<ToolAnswer>): Promise<CallToolResult> {
  try {
    const { says, data } = await find()
    return { content: [{ type: 'text', text: JSON.stringify({ ...says, data }, undefined, 1) }] }
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof NoAnswer)) throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}

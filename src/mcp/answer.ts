import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { CallFailed, NoAnswer } from '#client/call-failed.ts'

/** Answers with JSON; a refusal of Nano Sync is an answer too, which says what to do. */
export async function answer(find: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await find(), undefined, 1) }] }
  } catch (error) {
    if (!(error instanceof CallFailed || error instanceof NoAnswer)) throw error
    return { isError: true, content: [{ type: 'text', text: error.message }] }
  }
}
